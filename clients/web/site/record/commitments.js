/**
 * The commitments of games, as this browser saw them first. A service that exchanged the seed of a
 * game later would have to publish another commitment than the one noted here.
 */

/** @typedef {{commitment: string, at: string, move: number, over: boolean}} Noted over: when it was noted */

/** @param {string} game */
const keyOf = (game) => `commitment ${game}`;

/** Note the commitment of a game, if this browser has not seen it before.
 * @param {{id: string, commitment: string | null, move_count: number, status: string, server_time: string}} game
 */
export function noteCommitment(game) {
  if (!game.commitment || findCommitment(game.id)) return;
  const { commitment, server_time: at, move_count: move } = game;
  const note = JSON.stringify({ commitment, at, move, over: game.status === "finished" });
  try {
    localStorage.setItem(keyOf(game.id), note);
  } catch {
    // The storage is full or refused: then this game cannot be compared.
  }
}

/** Return what was noted about a game, or null. @param {string} game @returns {Noted | null} */
export function findCommitment(game) {
  try {
    return JSON.parse(localStorage.getItem(keyOf(game)) ?? "null");
  } catch {
    return null;
  }
}
