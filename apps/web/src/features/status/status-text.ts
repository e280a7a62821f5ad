import type { ProcessingTime, PublicStatus } from "@wazi/contracts";

/** Shown where nothing has been measured yet. */
export const NOT_YET_KNOWN = "not yet known";
const BY_A_PERSON = "by a person; no time promised";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "45 s", "12 min", "5 h 20 min", "3 days 4 h": rounded up, because it follows "within". */
export function formatDuration(seconds: number): string {
  if (seconds < MINUTE) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / MINUTE);
  if (minutes < 60) return `${minutes} min`;
  if (seconds < 2 * DAY) return joinUnits(Math.floor(minutes / 60), "h", minutes % 60, "min");
  const hours = Math.ceil(seconds / HOUR);
  return joinUnits(Math.floor(hours / 24), "days", hours % 24, "h");
}

function joinUnits(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

/** The measured processing time as the end of a sentence. It makes no promise. */
export function formatProcessingTime(time: ProcessingTime | null): string {
  if (time === null) return BY_A_PERSON;
  const [half, most] = [formatDuration(time.medianSeconds), formatDuration(time.p90Seconds)];
  return `by a person: of the latest ${time.cases}, 50% within ${half} and 90% within ${most}; no time promised`;
}

/** "99.987%" or "100%". */
export function formatShare(pct: string): string {
  return `${pct === "100.000" ? "100" : pct}%`;
}

/** "7 ms", "1.5 s". */
export function formatMs(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`;
}

/** The age of `iso` at the time `at`. */
export function formatAge(iso: string, at: string): string {
  const seconds = Math.max(0, (Date.parse(at) - Date.parse(iso)) / 1_000);
  return seconds < 1 ? "under 1 s old" : `${formatDuration(Math.floor(seconds))} old`;
}

const feedIssueLabels: Readonly<Record<string, string>> = {
  malformed: "Invalid prices",
  repeated: "Duplicate bars",
  "out-of-order": "Bars out of order",
  late: "Late bars",
  gap: "Missing bars",
  jump: "Implausible price jumps",
  "clock-set-back": "The server's clock was set back",
  silent: "No data",
};

type FeedIssue = PublicStatus["feedTroubles"][number];

/** A line for one kind of feed issue. Clock issues have no symbols. */
export function formatFeedIssue({ feed, kind, symbols }: FeedIssue): string {
  const name = feedIssueLabels[kind] ?? kind;
  return feed === "clock" ? name : `${name}: ${symbols} ${symbols === 1 ? "symbol" : "symbols"}`;
}
