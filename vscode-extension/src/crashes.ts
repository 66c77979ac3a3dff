/** When to give up on a server that keeps ending. */

/** How many ends within {@link WINDOW_MS} are one too many. */
export const TOO_MANY = 5;

/** How far back an end counts, in milliseconds. */
export const WINDOW_MS = 3 * 60 * 1000;

/** Remembers when the server ended though nobody wanted it to. */
export class Crashes {
  #times: number[] = [];

  /** Takes note of an end, at a time in milliseconds; whether it is worth starting again. */
  note(now: number): boolean {
    this.#times = this.#times.filter((time) => now - time < WINDOW_MS);
    this.#times.push(now);
    return this.#times.length < TOO_MANY;
  }

  /** Forgets them: a person has asked for another start. */
  forget(): void {
    this.#times = [];
  }
}
