/** Texts that are only looked at: what a target holds, and what installing would make of it. */

/** The scheme of such a text's document, which nobody can write to. */
export const SCHEME = "fornax-preview";

/** How many comparisons are kept whose documents nobody has closed. */
const KEPT = 4;

/** The server's answer to `fornax.preview`. */
export interface Preview {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** The paths of the two documents, and what their comparison is called. */
export interface Comparison {
  readonly before: string;
  readonly after: string;
  readonly title: string;
}

export function isPreview(answer: unknown): answer is Preview {
  const is = (name: string): boolean => typeof (answer as Record<string, unknown>)[name] === "string";
  return typeof answer === "object" && answer !== null && is("path") && is("before") && is("after");
}

/** The texts of comparisons, by the paths of their documents. */
export class Previews {
  readonly #texts = new Map<string, string>();
  #count = 0;

  /** Keeps a preview's texts under paths that no other has. */
  keep({ path, before, after }: Preview): Comparison {
    this.#count += 1;
    const name = path.replace(/^.*[\\/]/, "");
    const place = (side: string): string => `/${this.#count}/${side}/${name}`;
    const kept = { before: place("before"), after: place("after"), title: `${name}: what installing would change` };
    this.#texts.set(kept.before, before).set(kept.after, after);
    for (const oldest of [...this.#texts.keys()].slice(0, -2 * KEPT)) {
      this.#texts.delete(oldest);
    }
    return kept;
  }

  text(path: string): string | undefined {
    return this.#texts.get(path);
  }

  forget(path: string): void {
    this.#texts.delete(path);
  }
}
