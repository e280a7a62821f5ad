import { readFileSync } from "node:fs";
import type { Logger } from "pino";
import { StartError } from "./start-error.ts";

/** Live streams of one process, if it may open as many files. */
export const MAX_STREAMS = 10_000;
/** Files for other connections, the database and the program itself. */
const OTHER_FILES = 1_000;
/** The start opens this many. With fewer files, Node fails while it loads the packages. ops/scripts/ensure-installed.mjs has it too. */
const LEAST_FILES = 256;
/** At least this part of the files is for streams where few are allowed. */
const SMALLEST_SHARE = 0.5;

/**
 * Returns the number of files that this process may have open, or null on systems other than Linux. Node raises its soft
 * limit to the hard limit when it starts.
 */
export function readOpenFilesLimit(): number | null {
  if (process.platform !== "linux") return null;
  const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
  return limit === undefined ? null : Number(limit);
}

/** Returns how many live streams a process may hold. Each is a connection, and a connection is an open file. */
export function computeMaxStreams(openFilesLimit: number | null): number {
  if (openFilesLimit === null) return MAX_STREAMS;
  const files = Math.max(openFilesLimit - OTHER_FILES, Math.floor(openFilesLimit * SMALLEST_SHARE));
  return Math.min(MAX_STREAMS, files);
}

/** The live streams that this process may hold. Reports a limit of open files that allows fewer of them. */
export function findMaxStreams(log: Pick<Logger, "warn">): number {
  const openFiles = readOpenFilesLimit();
  const maxStreams = computeMaxStreams(openFiles);
  if (maxStreams < MAX_STREAMS) {
    log.warn(
      { openFiles, maxStreams },
      "the limit of open files allows fewer live streams than usual; raise it (ulimit -n)",
    );
  }
  return maxStreams;
}

/** @throws StartError when this process may not open the files of its own program */
export function refuseFewOpenFiles(limit = readOpenFilesLimit()): void {
  if (limit !== null && limit < LEAST_FILES)
    throw new StartError(
      `Wazi needs ${LEAST_FILES} open files, and the limit of this shell is ${limit}. Raise it (ulimit -n 4096) and start again.`,
    );
}
