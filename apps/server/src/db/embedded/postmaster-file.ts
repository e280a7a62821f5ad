import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { identifyProcess } from "../../process/process-identity.ts";

/** What PostgreSQL writes into `postmaster.pid` about itself; the line numbers are those of its miscadmin.h. */
export interface PostmasterFile {
  readonly pid: number;
  readonly port: number;
  readonly isReady: boolean;
}

const PID_LINE = 0;
const PORT_LINE = 3;
const STATUS_LINE = 7;

export function toPostmasterFile(clusterDir: string): string {
  return join(clusterDir, "postmaster.pid");
}

/** `undefined` when there is none, or it is still being written. */
export function readPostmasterFile(clusterDir: string): PostmasterFile | undefined {
  let lines: string[];
  try {
    lines = readFileSync(toPostmasterFile(clusterDir), "utf8").split("\n");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
  const pid = Number(lines[PID_LINE]);
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[PORT_LINE]), isReady: lines[STATUS_LINE]?.trim() === "ready" };
}

/**
 * Whether this pid is the PostgreSQL that serves this very cluster, and not a program that was given the same pid
 * later. PostgreSQL works inside its cluster folder, which is what Linux is asked for; elsewhere it is the command line.
 */
export function isPostgresOf(pid: number, clusterDir: string): boolean {
  if (identifyProcess(pid) === undefined) return false;
  if (process.platform !== "linux") {
    const answer = spawnSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" });
    return answer.stdout.includes("postgres") && answer.stdout.includes(clusterDir);
  }
  try {
    const [theirs, ours] = [statSync(`/proc/${pid}/cwd`), statSync(clusterDir)];
    const name = readFileSync(`/proc/${pid}/comm`, "utf8").trim();
    return name === "postgres" && theirs.ino === ours.ino && theirs.dev === ours.dev;
  } catch {
    return false; // gone meanwhile, or another user's, whose cluster it then is
  }
}
