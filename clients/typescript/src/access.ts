// Access of a user to a service: requests that are repeated where it does no harm, and fresh tokens.

/** What a user has allowed an application (OAuth). A refresh replaces both tokens. */
export interface Grant {
  clientId: string;
  accessToken: string;
  refreshToken: string;
}

export interface AccessOptions {
  token?: string;
  grant?: Grant;
  /** Called with the new grant after a refresh, to save it. */
  onRefresh?: (grant: Grant) => void;
  /** The longest time to wait if the service asks to retry later, in ms. */
  patience?: number;
}

/** The user has to allow the application again: the grant has ended. */
export class LogInEnded extends Error {}

const TRIES = 4;
const FIRST_PAUSE = 200;
const PATIENCE = 5_000;
const AGAIN_LATER = [502, 503, 504];
const NOT_DONE = ["busy", "overloaded", "maintenance"];
/** The writes that are repeated here. With an idempotency key they are done once, however often they are sent. */
const KEYED = /\/api\/v1\/games\/([^/]+\/commands\/)?$/;

export class Access {
  private refreshing: Promise<void> | null = null;

  constructor(
    readonly url: string,
    private readonly options: AccessOptions = {},
  ) {}

  /** Sends a request as `fetch` does: again if it was refused for now, or if nobody answered and it may be repeated. */
  readonly fetch = async (request: Request): Promise<Response> => {
    const isKeyed = request.method === "POST" && KEYED.test(new URL(request.url).pathname);
    if (isKeyed && !request.headers.has("Idempotency-Key")) {
      request.headers.set("Idempotency-Key", crypto.randomUUID());
    }
    const mayRepeat = request.method === "GET" || isKeyed;
    for (let attempt = 1; ; attempt += 1) {
      const usual = FIRST_PAUSE * 2 ** attempt;
      try {
        const reply = await this.send(request);
        const pause = await this.pauseAfter(reply, mayRepeat ? usual : null);
        if (pause === null || attempt === TRIES) return reply;
        await sleep(pause);
      } catch (error) {
        if (!mayRepeat || attempt === TRIES || error instanceof LogInEnded) throw error;
        await sleep(usual);
      }
    }
  };

  /** Sends a request with the token, and once more if the token had expired. */
  private async send(request: Request, hasRefreshed = false): Promise<Response> {
    const token = this.options.grant?.accessToken ?? this.options.token;
    const copy = request.clone();
    if (token) copy.headers.set("Authorization", `Bearer ${token}`);
    const reply = await fetch(copy);
    if (reply.status !== 401 || !this.options.grant || hasRefreshed) return reply;
    if ((await codeOf(reply)) !== "invalid_token") return reply;
    if (token === this.options.grant.accessToken) await this.refresh();
    return this.send(request, true);
  }

  /** Replaces the tokens; requests at the same time wait for one refresh. Throws if the grant has ended. */
  private refresh(): Promise<void> {
    this.refreshing ??= this.replaceTokens().finally(() => (this.refreshing = null));
    return this.refreshing;
  }

  private async replaceTokens(): Promise<void> {
    const { clientId, refreshToken } = this.options.grant!;
    const fields = { grant_type: "refresh_token", client_id: clientId, refresh_token: refreshToken };
    const reply = await fetch(`${this.url}/oauth/token/`, { method: "POST", body: new URLSearchParams(fields) });
    const tokens = await reply.json();
    if (tokens.error === "invalid_grant") throw new LogInEnded(tokens.error_description);
    if (!reply.ok) throw new Error(`No token: ${tokens.error_description ?? tokens.error ?? reply.status}`);
    this.options.grant = { clientId, accessToken: tokens.access_token, refreshToken: tokens.refresh_token };
    this.options.onRefresh?.(this.options.grant);
  }

  /** Returns how long to wait before the same request is sent again, in ms; null: it is not. */
  private async pauseAfter(reply: Response, usual: number | null): Promise<number | null> {
    if (reply.status === 429 || (reply.status === 503 && NOT_DONE.includes(await codeOf(reply)))) {
      const asked = Number(reply.headers.get("Retry-After") ?? NaN) * 1000;
      return asked <= (this.options.patience ?? PATIENCE) ? asked : null;
    }
    return AGAIN_LATER.includes(reply.status) ? usual : null;
  }
}

export const sleep = (pause: number) => new Promise<void>((resolve) => setTimeout(resolve, pause));

async function codeOf(reply: Response): Promise<string> {
  const problem = await reply.clone().json().catch(() => ({}));
  return String(problem.code);
}
