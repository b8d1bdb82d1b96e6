/** A sound and a vibration when it is the user's turn. Both are off until the user switches them on. */

export const SOUND = "sound";
export const VIBRATION = "vibration";

/** Frequencies in Hz of the notes, one after the other. */
const NOTES = [523.25, 783.99];
const NOTE = 0.16;

/** Tell the user that it is their turn, in the ways that they have chosen on this device. */
export function signalTurn() {
  if (localStorage.getItem(VIBRATION) === "yes") navigator.vibrate?.(80);
  if (localStorage.getItem(SOUND) === "yes") playNotes();
}

/** Play the notes. Browsers allow it after the first click or key on a page. */
export function playNotes() {
  const audio = new AudioContext();
  const volume = audio.createGain();
  volume.connect(audio.destination);
  NOTES.forEach((frequency, place) => {
    const start = audio.currentTime + place * NOTE;
    const tone = audio.createOscillator();
    tone.type = "triangle";
    tone.frequency.value = frequency;
    tone.connect(volume);
    volume.gain.setValueAtTime(0.15, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + NOTE);
    tone.start(start);
    tone.stop(start + NOTE);
  });
  setTimeout(() => audio.close(), 1000 * NOTE * (NOTES.length + 1));
}
