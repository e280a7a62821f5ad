import { availableParallelism, loadavg } from "node:os";

/** Stretches a bound of time by how busy the machine is: the load of the last minute for each core, at least 1. */
export function stretchBound(ms: number): number {
  return ms * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
}
