// node dist/main.js [URL] [SEATS]
import { newcomer, played, started } from "./play.js";

const [url = "http://127.0.0.1:8000", seats = "4"] = process.argv.slice(2);
const api = await newcomer(url);
const begun = await started(api, Number(seats));
console.log(`Match ${begun.id} has begun.`);
const ended = await played(api, begun.id);
for (const seat of ended.seats) {
  const name = seat.user?.username ?? seat.bot;
  const place = ended.result?.placements[seat.number];
  console.log(`${place}. ${name}: ${ended.result?.scores[seat.number]} points`);
}
process.exitCode = ended.status === "finished" ? 0 : 1;
