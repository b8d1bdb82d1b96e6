import citadels.ApiClient;
import citadels.ApiException;
import citadels.api.AuthApi;
import citadels.api.GamesApi;
import citadels.model.BotInput;
import citadels.model.CommandInput;
import citadels.model.DecisionView;
import citadels.model.GameCreateInput;
import citadels.model.GameJoinInput;
import citadels.model.GameView;
import citadels.model.OptionView;
import citadels.model.TokenIssueInput;
import citadels.model.UserRegisterInput;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/**
 * Plays a whole game through the client that openapi-generator makes. It knows no rules.
 *
 * <pre>
 * Play URL RULESET SEATS BOTS    create a game, wait until its seats are taken, and play it
 * Play URL GAME                  join a game and play it
 * </pre>
 */
public class Play {
  private static final long PAUSE = 100;

  private final Random random = new Random();
  private final GamesApi games;
  private int answers;
  private int members;

  Play(ApiClient client) {
    games = new GamesApi(client);
  }

  public static void main(String[] words) throws ApiException, InterruptedException {
    ApiClient client = new ApiClient();
    client.updateBaseUri(words[0]);
    String token = logIn(new AuthApi(client));
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
    Play play = new Play(client);
    GameView game =
        words.length > 2
            ? play.create(words[1], Integer.parseInt(words[2]), Integer.parseInt(words[3]))
            : play.games.gameJoin(UUID.fromString(words[1]), null, null, new GameJoinInput());
    System.out.println("game " + game.getId());
    String status = play.playOn(game);
    System.out.printf("%s after %d answers; members of the game in options: %d%n", status, play.answers, play.members);
    System.exit(status.equals("finished") && play.members > 0 ? 0 : 1);
  }

  /** Registers a user with a random name, and returns a token. */
  private static String logIn(AuthApi api) throws ApiException {
    String name = "java-" + UUID.randomUUID().toString().substring(0, 8);
    String password = UUID.randomUUID().toString();
    api.authRegister(new UserRegisterInput().username(name).password(password));
    return api.authTokenIssue(new TokenIssueInput().username(name).password(password), null).getToken();
  }

  private GameView create(String ruleset, int seats, int bots) throws ApiException {
    GameCreateInput input = new GameCreateInput().ruleset(ruleset).seats(seats).startWhenFull(true);
    for (int i = 0; i < bots; i++) {
      input.addBotsItem(new BotInput().level("easy"));
    }
    return games.gameCreate(input, UUID.randomUUID().toString(), null);
  }

  private String playOn(GameView game) throws ApiException, InterruptedException {
    UUID id = game.getId();
    while (List.of("lobby", "active").contains(game.getStatus().toString())) {
      DecisionView decision = game.getDecision();
      if (decision != null && decision.getOptions() != null && !decision.getOptions().isEmpty()) {
        answer(id, decision);
      } else {
        Thread.sleep(PAUSE);
      }
      game = games.gameView(id, null, null, null);
    }
    return game.getStatus().toString();
  }

  /** Chooses one of the options of the open decision, to build if possible. */
  private void answer(UUID id, DecisionView decision) throws ApiException {
    List<OptionView> options = decision.getOptions();
    OptionView choice = options.get(random.nextInt(options.size()));
    for (OptionView option : options) {
      if (option.getAdditionalProperties() != null) {
        members += option.getAdditionalProperties().size();
      }
      if (option.getVerb().equals("build")) {
        choice = option;
      }
    }
    CommandInput input = new CommandInput().decision(decision.getId()).addChoicesItem(choice.getChoice());
    try {
      games.gameCommand(id, input, null, UUID.randomUUID().toString());
      answers++;
    } catch (ApiException refusal) {
      if (refusal.getCode() != 409) { // something else answered it: a time-out, a standing order
        throw refusal;
      }
    }
  }
}
