// A game for four on boardgame.io, stored in PostgreSQL: node server.js DATABASE_URL PORT
"use strict";

const { PlayerView } = require("boardgame.io/core");
const { Server } = require("boardgame.io/server");
const { PostgresStore } = require("bgio-postgres");

const HAND = 6;
const SEATS = [0, 1, 2, 3];

const game = {
  name: "peer",
  minPlayers: SEATS.length,
  maxPlayers: SEATS.length,
  playerView: PlayerView.STRIP_SECRETS, // no `secret`, and of `players` only one's own
  setup: () => {
    const cards = Array.from({ length: 96 }, (_, number) => `district-${number}`);
    const draw = (count) => cards.splice(0, count);
    return {
      players: Object.fromEntries(SEATS.map((seat) => [seat, { hand: draw(HAND) }])),
      cities: SEATS.map(() => draw(12)),
      gold: SEATS.map(() => 2),
      secret: { deck: cards },
    };
  },
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    // Replaces the oldest district of a city, so that the state keeps its size.
    build: {
      client: false,
      move: ({ G, playerID }, place) => {
        const { hand } = G.players[playerID];
        G.cities[playerID].push(hand.splice(place, 1)[0]);
        G.secret.deck.push(G.cities[playerID].shift());
        hand.push(G.secret.deck.shift());
        G.gold[playerID] += 1;
      },
    },
  },
};

const [url, port] = process.argv.slice(2);
const pool = { min: 4, max: 4, idle: 3_600_000 }; // as many as this project's web process has
const db = new PostgresStore(url, { logging: false, pool });
Server({ games: [game], db, origins: [] }).run(Number(port));
