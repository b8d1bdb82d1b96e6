// Plays matches on server.js: node client.js PORT. A line of standard input is a command, "open COUNT",
// "move LANES" or "sync LANES"; each is answered with a line of JSON.
"use strict";

const { io } = require("socket.io-client");
const readline = require("readline");

const WAIT = 2500; // milliseconds; later answers count as lost
const BATCH = 180_000; // milliseconds, after which the client gives up
const SEATS = [0, 1, 2, 3];
const address = `http://127.0.0.1:${process.argv[2]}`;
const matches = [];

async function post(path, body) {
  const headers = { "Content-Type": "application/json" };
  const reply = await fetch(address + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!reply.ok) throw new Error(`${path} was answered ${reply.status}`);
  return reply.json();
}

// A player of a match with a connection of their own, and the last state they were sent.
class Player {
  constructor(match, seat, credentials) {
    Object.assign(this, { match, seat: String(seat), credentials, state: null, resolve: () => {} });
    this.socket = io(`${address}/peer`, { transports: ["websocket"], forceNew: true });
    this.socket.on("update", (id, state) => this.receive(state));
    this.socket.on("sync", (id, info) => this.receive(info.state));
  }

  receive(state) {
    this.state = state;
    this.resolve(true);
  }

  // True if a state comes in time. Only one is awaited at a time.
  next() {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, WAIT, false);
      this.resolve = () => (clearTimeout(timer), resolve(true));
    });
  }

  sync() {
    const done = this.next();
    this.socket.emit("sync", this.match, this.seat, this.credentials, SEATS.length);
    return done;
  }
}

async function open(count) {
  for (let number = 0; number < count; number += 1) {
    const { matchID } = await post("/games/peer/create", { numPlayers: SEATS.length });
    const players = [];
    for (const seat of SEATS) {
      const body = { playerID: String(seat), playerName: `player ${seat}` };
      players.push([matchID, seat, (await post(`/games/peer/${matchID}/join`, body)).playerCredentials]);
    }
    // Connect when all have joined: what the server stores of a connection can overwrite who joined meanwhile.
    matches.push(players.map((player) => new Player(...player)));
    for (const player of matches.at(-1)) while (!(await player.sync()));
  }
  return { bytes: JSON.stringify(matches[0][0].state).length };
}

// True if all four players were sent the state after a move.
async function move(players) {
  const { _stateID: before, ctx } = players[0].state;
  const { match, seat, credentials, socket } = players[Number(ctx.currentPlayer)];
  const seen = players.map((player) => player.next());
  const payload = { type: "build", args: [0], playerID: seat, credentials };
  socket.emit("update", { type: "MAKE_MOVE", payload }, before, match, seat);
  return (await Promise.all(seen)).every(Boolean);
}

// Call `act` for all of `things`, some at the same time; return how often it was false.
async function inLanes(lanes, things, act) {
  const left = [...things];
  let lost = 0;
  const lane = async () => {
    while (left.length) if (!(await act(left.shift()))) lost += 1;
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return lost;
}

const commands = {
  open,
  move: async (lanes) => ({ lost: await inLanes(lanes, matches, move) }),
  sync: async (lanes) => ({ lost: await inLanes(lanes, matches.flat(), (player) => player.sync()) }),
};

(async () => {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const [name, number] = line.split(" ");
    const guard = setTimeout(() => process.exit(1), BATCH);
    console.log(JSON.stringify(await commands[name](Number(number))));
    clearTimeout(guard);
  }
  process.exit(0);
})();
