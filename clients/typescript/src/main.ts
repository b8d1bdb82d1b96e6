// node dist/main.js [URL] [SEATS] [GAME]
import { newcomer, played, started } from "./play.js";

const [url = "http://127.0.0.1:8000", seats = "4", ruleset = "citadels"] = process.argv.slice(2);
const api = await newcomer(url);
const begun = await started(api, ruleset, Number(seats));
console.log(`Game ${begun.id} has begun.`);
const ended = await played(api, begun.id);
for (const seat of ended.seats) {
  const name = seat.user?.username ?? seat.bot;
  const place = ended.result?.placements[seat.number];
  console.log(`${place}. ${name}: ${ended.result?.scores[seat.number]} points`);
}
process.exitCode = ended.status === "finished" ? 0 : 1;
