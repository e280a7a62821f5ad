import { DAY_SECONDS, HOUR_SECONDS, type ProcessingTime, type PublicStatus } from "@wazi/contracts";
import * as texts from "../../messages/status.ts";

/** Shown where nothing has been measured yet. */
export const NOT_YET_KNOWN = texts.notYetKnown;
const BY_A_PERSON = texts.processingByPersonUnknown;

const MINUTE_SECONDS = 60;

/** "45 s", "12 min", "5 h 20 min", "3 days 4 h": rounded up, because it follows "within". */
export function formatDuration(seconds: number): string {
  if (seconds < MINUTE_SECONDS) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / MINUTE_SECONDS);
  if (minutes < 60) return texts.minutesMin({ minutes });
  if (seconds < 2 * DAY_SECONDS) return joinUnits(Math.floor(minutes / 60), "h", minutes % 60, "min");
  const hours = Math.ceil(seconds / HOUR_SECONDS);
  return joinUnits(Math.floor(hours / 24), "days", hours % 24, "h");
}

function joinUnits(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

/** The measured processing time as the end of a sentence. It makes no promise. */
export function formatProcessingTime(time: ProcessingTime | null): string {
  if (time === null) return BY_A_PERSON;
  const [half, most] = [formatDuration(time.medianSeconds), formatDuration(time.p90Seconds)];
  return texts.processingByPerson({ cases: time.cases, half, most });
}

/** "99.987%" or "100%". */
export function formatShare(pct: string): string {
  return `${pct === "100.000" ? "100" : pct}%`;
}

/** "7 ms", "1.5 s". */
export function formatMs(ms: number): string {
  return ms < 1_000 ? texts.msMs({ ms }) : `${ms / 1_000} s`;
}

/** The age of `iso` at the time `at`. */
export function formatAge(iso: string, at: string): string {
  const seconds = Math.max(0, (Date.parse(at) - Date.parse(iso)) / 1_000);
  return seconds < 1 ? texts.ageUnderSecond : texts.floorOld({ floor: formatDuration(Math.floor(seconds)) });
}

const feedIssueLabels: Readonly<Record<string, string>> = {
  malformed: texts.feedIssueMalformed,
  repeated: texts.feedIssueRepeated,
  "out-of-order": texts.feedIssueOutOfOrder,
  late: texts.feedIssueLate,
  gap: texts.feedIssueGap,
  jump: texts.feedIssueJump,
  "clock-set-back": texts.feedIssueClockSetBack,
  silent: texts.feedIssueSilent,
};

type FeedIssue = PublicStatus["feedTroubles"][number];

/** A line for one kind of feed issue. Clock issues have no symbols. */
export function formatFeedIssue({ feed, kind, symbols }: FeedIssue): string {
  const name = feedIssueLabels[kind] ?? kind;
  return feed === "clock" ? name : `${name}: ${texts.feedSymbols({ count: symbols })}`;
}
