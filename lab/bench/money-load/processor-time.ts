import { readdirSync, readFileSync } from "node:fs";

const KB_PER_MB = 1_024;

/** Returns the resident memory of a process; 0 on systems other than Linux. */
export function readMemoryMb(pid: number): number {
  if (process.platform !== "linux") return 0;
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes ?? 0) / KB_PER_MB;
}

/** Returns the slope of the least-squares line through the samples, in MB per second. */
export function computeSlope(samples: readonly { seconds: number; mb: number }[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const meanSeconds = mean(samples.map(({ seconds }) => seconds));
  const meanMb = mean(samples.map(({ mb }) => mb));
  const together = samples.reduce((sum, { seconds, mb }) => sum + (seconds - meanSeconds) * (mb - meanMb), 0);
  return together / samples.reduce((sum, { seconds }) => sum + (seconds - meanSeconds) ** 2, 0);
}

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
