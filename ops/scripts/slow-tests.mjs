import { availableParallelism, loadavg } from "node:os";

/**
 * The seconds that a test of each kind may take on a quiet machine of two cores, and those of the few that are known to need more.
 * In CI, a test above its budget fails the run: make it faster, or move what takes long to `tests/nightly`.
 */
export const SLOW_TESTS = {
  seconds: { unit: 60, api: 120, debian: 120, pgbouncer: 120, browser: 240, whole: 180 },
  exceptions: {},
};

/** How much longer everything takes while more wants to run than there are cores, at least 1. */
export function measureStretch() {
  return Math.max(1, loadavg()[1] / availableParallelism());
}

/**
 * @param durations tests with their project, file, name and milliseconds
 * @param stretch how busy the machine was
 * @returns a line for each test above its budget
 */
export function findTooSlow(durations, { seconds, exceptions }, stretch) {
  return durations.flatMap(({ project, file, name, ms }) => {
    const budget = exceptions[`${file} > ${name}`] ?? seconds[project];
    if (budget === undefined || ms <= budget * 1_000 * stretch) return [];
    const allowed = stretch > 1 ? `${budget} s, ${(budget * stretch).toFixed(0)} s while so much runs` : `${budget} s`;
    return [`too slow: ${file} > ${name}: ${(ms / 1_000).toFixed(1)} s; its budget is ${allowed}`];
  });
}

/** The slowest tests, a line each. */
export function listSlowest(durations, count) {
  const slowest = [...durations].sort((one, other) => other.ms - one.ms).slice(0, count);
  return slowest.map(({ file, name, ms }) => `slow: ${(ms / 1_000).toFixed(1)} s ${file} > ${name}`);
}

/** The processor time that a whole `.ci/run` may take on a quiet machine, user and system of all that it starts, in minutes. The goal is 22. */
export const PROCESSOR_MINUTES = 60;
/** How much more of it the same work took on the busiest machine seen, whose cores are shared. */
const BUSY_FACTOR = 1.4;

/**
 * @param times the line of bash's `times` about children: "12m3.456s 1m2.345s", user and system
 * @param budget in minutes
 * @returns the sentence to print, and whether the budget is kept as far as a busy machine lets it be known
 */
export function judgeProcessorTime(times, budget) {
  const parts = /^(\d+)m([\d.,]+)s (\d+)m([\d.,]+)s$/.exec(times.trim());
  if (parts === null) throw new Error(`'${times}' is not a line of bash's times`);
  const [userMinutes, userSeconds, systemMinutes, systemSeconds] = parts
    .slice(1)
    .map((part) => Number(part.replace(",", ".")));
  const user = userMinutes + userSeconds / 60;
  const system = systemMinutes + systemSeconds / 60;
  const total = user + system;
  const sentence = `processor time: ${total.toFixed(1)} minutes (user ${user.toFixed(1)}, system ${system.toFixed(1)}); the budget is ${budget}`;
  const advice = "Make something faster, or move what takes long to .ci/nightly.";
  return { isKept: total <= budget * BUSY_FACTOR, sentence: total <= budget ? sentence : `${sentence}. ${advice}` };
}
