/**
 * The order in which a document's events are told: the one in which they came. The library hands over the end of a
 * document sooner than a change of it that came before, and the server would take that for a change of what isn't
 * open, or of what was opened since.
 */

/** One event that is to be told. */
export interface Turn {
  readonly kind: string;
  /** Done when it has been told, or won't be. */
  readonly over: Promise<void>;
  readonly end: () => void;
  isTaken: boolean;
}

export class Order {
  readonly #turns = new Map<string, Turn[]>();

  /** Does what tells of an event that has just come; `tell` comes back here with {@link send}. */
  async run(document: string, kind: string, tell: () => Promise<void>): Promise<void> {
    const turn = this.#enter(document, kind);
    try {
      await tell();
    } finally {
      this.#leave(document, turn);
    }
  }

  /** Sends what tells of an event, once what came before it has been sent: at once, as a rule. */
  send<T>(document: string, kind: string, send: () => Promise<T>): Promise<T> {
    const turns = this.#turns.get(document) ?? [];
    const turn = turns.find((turn) => turn.kind === kind && !turn.isTaken);
    if (turn === undefined) {
      return send();
    }
    turn.isTaken = true;
    const go = (): Promise<T> => {
      const sent = send();
      this.#leave(document, turn);
      return sent;
    };
    const before = turns.slice(0, turns.indexOf(turn));
    // Whatever follows must not get ahead of it for a wait that isn't one.
    return before.length === 0 ? go() : Promise.all(before.map(({ over }) => over)).then(go);
  }

  #enter(document: string, kind: string): Turn {
    let end = (): void => undefined;
    const over = new Promise<void>((resolve) => (end = resolve));
    const turn = { kind, over, end, isTaken: false };
    this.#turns.set(document, [...(this.#turns.get(document) ?? []), turn]);
    return turn;
  }

  #leave(document: string, turn: Turn): void {
    turn.end();
    const left = (this.#turns.get(document) ?? []).filter((other) => other !== turn);
    if (left.length === 0) {
      this.#turns.delete(document);
    } else {
      this.#turns.set(document, left);
    }
  }
}
