/** Starts and stops, one after another. */

/**
 * Runs one job at a time. A job that is asked for while another one runs waits; of several that wait,
 * only the last one is done: who asks for a restart five times wants one.
 */
export class Queue {
  #isRunning = false;
  #next: { job: () => Promise<void>; done: (() => void)[]; failed: ((error: unknown) => void)[] } | undefined;
  #isClosed = false;

  /** Does a job when its turn comes; resolves when it, or the one that took its place, is done. */
  run(job: () => Promise<void>): Promise<void> {
    if (this.#isClosed) {
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const waiting = this.#next;
      this.#next = {
        job,
        done: [...(waiting?.done ?? []), resolve],
        failed: [...(waiting?.failed ?? []), reject],
      };
      if (!this.#isRunning) {
        this.#isRunning = true;
        void this.#work();
      }
    });
  }

  /** Does a last job, and none that is asked for later. */
  async close(job: () => Promise<void>): Promise<void> {
    const last = this.run(job);
    this.#isClosed = true;
    await last;
  }

  async #work(): Promise<void> {
    while (this.#next !== undefined) {
      const { job, done, failed } = this.#next;
      this.#next = undefined;
      try {
        await job();
        for (const tell of done) {
          tell();
        }
      } catch (error) {
        for (const tell of failed) {
          tell(error);
        }
      }
    }
    this.#isRunning = false;
  }
}
