/** Longer than any of them takes on a busy machine. */
const LIMIT_MS = 120_000;

/**
 * A cleanup for a fixture's `onCleanup`, with a time limit. vitest has none for tests and files: pages or processes that
 * do not end would hold up the whole run. The failure begins with `complaint`, such as "the pages did not close".
 */
export const limitCleanup =
  (complaint: string, cleanUp: () => Promise<unknown>, limitMs = LIMIT_MS) =>
  async (): Promise<void> => {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        const message = `${complaint} within ${limitMs / 1_000} s`;
        // vitest ignores the failure of a worker's cleanup, which comes after the tests.
        process.stderr.write(`${message}\n`);
        reject(new Error(message));
      }, limitMs);
    });
    try {
      await Promise.race([cleanUp(), tooLate]);
    } finally {
      clearTimeout(timer);
    }
  };
