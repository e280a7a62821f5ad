import { availableParallelism } from "node:os";
import { AppError } from "../../platform/base/app-error.ts";
import type { PreparedSubmission } from "./prepare-submission.ts";
import * as texts from "../../messages/people.ts";

/** Leaves one core for the event loop and the database. */
const DEFAULT_THREADS = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Time limit for one submission with both images; a slower thread is terminated. */
const WORK_TIMEOUT_MS = 60_000;

export interface SubmissionWorkers {
  /** Reads a submission and its images in a worker. The body's memory is transferred and cannot be used afterwards. */
  prepare(body: Buffer): Promise<PreparedSubmission>;
  stop(): Promise<void>;
}

/**
 * Starts the worker threads with the first submission. `createUploadGate` limits the number of waiting submissions.
 * @param program path of the built prepare-submission.ts
 */
export function createSubmissionWorkers(program: string, threads = DEFAULT_THREADS): SubmissionWorkers {
  const start = async () => {
    // sharp must be loaded by the main thread before any worker loads it.
    const [{ Piscina }] = await Promise.all([import("piscina"), import("sharp")]);
    return new Piscina<Uint8Array, PreparedSubmission>({ filename: program, minThreads: threads, maxThreads: threads });
  };
  let started: ReturnType<typeof start> | undefined;
  return {
    async prepare(body) {
      started ??= start();
      const pool = await started;
      const signal = AbortSignal.timeout(WORK_TIMEOUT_MS);
      // Small buffers share their memory with others and cannot be transferred.
      const own = body.byteLength === body.buffer.byteLength ? body : new Uint8Array(body);
      try {
        return await pool.run(own, { signal, transferList: [own.buffer as ArrayBuffer] });
      } catch (error) {
        if (!signal.aborted) throw error;
        throw new AppError("BUSY", texts.documentsSlow, {
          retryAfterSeconds: 30,
        });
      }
    },
    async stop() {
      await (await started)?.destroy();
    },
  };
}
