import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Fields of /proc/PID/stat, counted from the one after the command name (which may hold spaces and brackets). */
const STAT_STATE = 0;
const STAT_START_TIME = 19;

/**
 * Identifies a process even when its pid is used again later: by its start time, and on Linux also by the boot id.
 * Returns undefined when no such process runs. A zombie counts as gone: it stays listed for ever when its parent, such as
 * the first process of a container, never reaps it.
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
    return undefined; // missing or not readable: for the caller both mean "no such process"
  }
}
