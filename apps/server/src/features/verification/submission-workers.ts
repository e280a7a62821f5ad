import { availableParallelism } from "node:os";
import { AppError } from "../../core/app-error.ts";
import type { PreparedSubmission } from "./prepare-submission.ts";

/** One core is left to the event loop and the database. */
const DEFAULT_THREADS = Math.max(1, Math.min(2, availableParallelism() - 1));
/** For one submission, both images; a thread that takes longer is ended. */
const WORK_TIMEOUT_MS = 60_000;

export interface SubmissionWorkers {
  /** Reads a submission and its images, off the event loop. The body's memory goes with it: it can't be used afterwards. */
  prepare(body: Buffer): Promise<PreparedSubmission>;
  stop(): Promise<void>;
}

/**
 * Threads that are started with the first submission. What waits for them is bounded by `createUploadGate`.
 * @param program the built prepare-submission.ts
 */
export function createSubmissionWorkers(program: string, threads = DEFAULT_THREADS): SubmissionWorkers {
  const start = async () => {
    // The image library must have been loaded by the main thread before any other loads it.
    const [{ Piscina }] = await Promise.all([import("piscina"), import("sharp")]);
    return new Piscina<Uint8Array, PreparedSubmission>({ filename: program, minThreads: threads, maxThreads: threads });
  };
  let started: ReturnType<typeof start> | undefined;
  return {
    async prepare(body) {
      started ??= start();
      const pool = await started;
      const signal = AbortSignal.timeout(WORK_TIMEOUT_MS);
      // Small buffers share their memory with others, which can't be given away.
      const own = body.byteLength === body.buffer.byteLength ? body : new Uint8Array(body);
      try {
        return await pool.run(own, { signal, transferList: [own.buffer as ArrayBuffer] });
      } catch (error) {
        if (!signal.aborted) throw error;
        throw new AppError("BUSY", "Processing the documents took too long. Please try again in a moment.", {
          retryAfterSeconds: 30,
        });
      }
    },
    async stop() {
      await (await started)?.destroy();
    },
  };
}
