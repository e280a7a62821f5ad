import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Fields of /proc/PID/stat, counted from the one after the command name (which may hold spaces and brackets). */
const STAT_STATE = 0;
const STAT_START_TIME = 19;

/**
 * What tells one process from another that got the same pid later: the moment it was started, and on Linux the boot it
 * belongs to. `undefined` when no such process runs; a zombie counts as gone, since a parent that never reaps (a
 * container's first process, say) keeps it listed for ever.
 */
export function identifyProcess(pid: number): string | undefined {
  return process.platform === "linux" ? identifyByProc(pid) : identifyByPs(pid);
}

function identifyByProc(pid: number): string | undefined {
  const stat = readOrUndefined(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (fields[STAT_STATE] === "Z" || fields[STAT_STATE] === "X") return undefined;
  const boot = readOrUndefined("/proc/sys/kernel/random/boot_id")?.trim() ?? "";
  return `${boot}:${fields[STAT_START_TIME] ?? ""}`;
}

function identifyByPs(pid: number): string | undefined {
  const answer = spawnSync("ps", ["-o", "state=,lstart=", "-p", String(pid)], {
    encoding: "utf8",
    env: { PATH: "/bin:/usr/bin", LC_ALL: "C" },
  });
  const [state = "", ...started] = answer.stdout.trim().split(/\s+/);
  return state === "" || state.startsWith("Z") ? undefined : started.join(" ");
}

function readOrUndefined(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined; // not there (any more), or not for our eyes: to the caller both mean "no such process"
  }
}
