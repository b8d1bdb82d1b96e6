// node dist/main.js [URL] [SEATS] [RULESET]
import { playGame, registerUser, startGame } from "./play.js";

const [url = "http://127.0.0.1:8000", seats = "4", ruleset = "citadels"] = process.argv.slice(2);
const api = await registerUser(url);
const game = await startGame(api, ruleset, Number(seats));
console.log(`Game ${game.id} has started.`);
const finished = await playGame(api, game.id);
for (const seat of finished.seats) {
  const name = seat.user?.username ?? seat.bot;
  const place = finished.result?.placements[seat.number];
  console.log(`${place}. ${name}: ${finished.result?.scores[seat.number]} points`);
}
process.exitCode = finished.status === "finished" ? 0 : 1;
