import { readdirSync, readFileSync } from "node:fs";

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;
const PARENT_FIELD = 1;
/** User and system time, of the process and of its children that have ended. */
const TIME_FIELDS = [11, 12, 13, 14] as const;

interface ProcessTime {
  parent: number;
  ms: number;
}

function readProcess(pid: number): ProcessTime | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name, in parentheses, may contain spaces.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const ticks = TIME_FIELDS.reduce((sum, field) => sum + Number(fields[field]), 0);
    return { parent: Number(fields[PARENT_FIELD]), ms: ticks * TICK_MS };
  } catch {
    return null;
  }
}

/** Returns the processor time that a process and its children have used, in milliseconds; 0 on systems other than Linux. */
export function readProcessorMs(pid: number): number {
  if (process.platform !== "linux") return 0;
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)))
    .filter((each) => each?.parent === pid);
  return [readProcess(pid), ...children].reduce((sum, each) => sum + (each?.ms ?? 0), 0);
}
