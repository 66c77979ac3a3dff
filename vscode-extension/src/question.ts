/** What the server has the user asked, as it is shown: until it is answered. */

/** The answer that changes nothing, which is also that of whoever closes the question. */
const CANCEL = "Cancel";

/** A question and its answers. */
export interface Question {
  /** The first line. */
  readonly title: string;
  /** The other lines. */
  readonly detail: string;
  readonly answers: readonly Answer[];
}

export interface Answer {
  readonly title: string;
  readonly isCloseAffordance: boolean;
}

/** Takes a message apart. */
export function question(message: string, actions: readonly { title: string }[]): Question {
  const [title = "", ...rest] = message.split("\n");
  return {
    title,
    detail: rest.join("\n"),
    answers: actions.map((action) => ({ title: action.title, isCloseAffordance: action.title === CANCEL })),
  };
}
