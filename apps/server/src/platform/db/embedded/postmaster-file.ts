import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { identifyProcess } from "../../process/process-identity.ts";

/** The contents of `postmaster.pid`, which PostgreSQL writes. The line numbers are defined in its miscadmin.h. */
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

/** @returns undefined when there is no file or it is still being written */
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
 * True when this pid is the PostgreSQL server of this cluster, and not another program that got the same pid later. On
 * Linux it compares the process's working folder, which is the cluster folder; on other systems, its command line.
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
    return false; // The process has ended, or belongs to another user and so to another cluster.
  }
}
