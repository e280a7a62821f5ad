import { readFileSync } from "node:fs";

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
