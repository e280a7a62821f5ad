import { availableParallelism, loadavg } from "node:os";

/** In CI the cores may be a third as fast as they were, which no load shows. How fast the product is, the benches measure. */
const LEAST = process.env["CI"] === undefined ? 1 : 3;

/**
 * Stretches a bound of time by how busy the machine is: the load of the last minute for each core, at least 1, and in CI at least 3.
 * @returns whole milliseconds, as timers take them
 */
export function stretchBound(ms: number): number {
  return Math.ceil(ms * Math.max(LEAST, (loadavg()[0] ?? 0) / availableParallelism()));
}
