// Plays a whole game through the client that openapi-generator makes. It knows no rules.
//
//	main URL RULESET SEATS BOTS    create a game, wait until its seats are taken, and play it
//	main URL GAME                  join a game and play it
package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"log"
	mathrand "math/rand"
	"net/http"
	"os"
	"strconv"
	"time"

	"citadels"
)

const pause = 100 * time.Millisecond

func randomName() string {
	bytes := make([]byte, 12)
	if _, err := rand.Read(bytes); err != nil {
		log.Fatal(err)
	}
	return hex.EncodeToString(bytes)
}

// must returns a document, or ends the program with the problem that the service sent.
func must[T any](document T, _ *http.Response, err error) T {
	if refusal, ok := err.(*citadels.GenericOpenAPIError); ok {
		log.Fatalf("%v: %s", refusal, refusal.Body())
	} else if err != nil {
		log.Fatal(err)
	}
	return document
}

// logIn registers a user with a random name, and returns what authenticates their requests.
func logIn(api *citadels.APIClient) context.Context {
	name, password := "go-"+randomName()[:8], randomName()
	anyone := context.Background()
	must(api.AuthAPI.AuthRegister(anyone).UserRegisterInput(*citadels.NewUserRegisterInput(name, password)).Execute())
	issued := must(api.AuthAPI.AuthTokenIssue(anyone).TokenIssueInput(*citadels.NewTokenIssueInput(name, password)).Execute())
	return context.WithValue(anyone, citadels.ContextAccessToken, issued.Token)
}

func createGame(user context.Context, api *citadels.APIClient, ruleset, seats, bots string) *citadels.GameView {
	count, err := strconv.ParseInt(seats, 10, 32)
	if err != nil {
		log.Fatal(err)
	}
	robots, err := strconv.Atoi(bots)
	if err != nil {
		log.Fatal(err)
	}
	input := citadels.NewGameCreateInput(ruleset, int32(count))
	for i := 0; i < robots; i++ {
		input.Bots = append(input.Bots, *citadels.NewBotInput("easy"))
	}
	input.SetStartWhenFull(true)
	return must(api.GamesAPI.GameCreate(user).GameCreateInput(*input).IdempotencyKey(randomName()).Execute())
}

// answer chooses one of the options of the open decision, to build if possible.
func answer(user context.Context, api *citadels.APIClient, id string, decision *citadels.DecisionView) {
	choice := decision.Options[mathrand.Intn(len(decision.Options))]
	for _, option := range decision.Options {
		if option.Verb == "build" {
			choice = option
		}
	}
	input := citadels.NewCommandInput(decision.Id, []string{choice.Choice})
	_, response, err := api.GamesAPI.GameCommand(user, id).CommandInput(*input).IdempotencyKey(randomName()).Execute()
	if response != nil && response.StatusCode == http.StatusConflict {
		return // something else answered it: a time-out, a standing order
	}
	must(0, response, err)
}

func main() {
	mathrand.Seed(time.Now().UnixNano())
	configuration := citadels.NewConfiguration()
	configuration.Servers = citadels.ServerConfigurations{{URL: os.Args[1]}}
	api := citadels.NewAPIClient(configuration)
	user := logIn(api)
	var game *citadels.GameView
	if len(os.Args) > 3 {
		game = createGame(user, api, os.Args[2], os.Args[3], os.Args[4])
	} else {
		game = must(api.GamesAPI.GameJoin(user, os.Args[2]).GameJoinInput(*citadels.NewGameJoinInput()).Execute())
	}
	fmt.Println("game", game.Id)
	answers, members := 0, 0
	for game.Status == "lobby" || game.Status == "active" {
		if decision := game.Decision.Get(); decision != nil && len(decision.Options) > 0 {
			for _, option := range decision.Options {
				members += len(option.AdditionalProperties)
			}
			answer(user, api, game.Id, decision)
			answers++
		} else {
			time.Sleep(pause)
		}
		game = must(api.GamesAPI.GameView(user, game.Id).Execute())
	}
	fmt.Println(game.Status, "after", answers, "answers; members of the game in options:", members)
	if game.Status != "finished" || members == 0 {
		os.Exit(1)
	}
}
