import { formatTime } from "../health/trader-health.ts";
import type { FeedIssue } from "./feed-guard.ts";

const DATE_LENGTH = 10;

export interface IssueLine {
  fields: { feed: string; kind: string };
  message: string;
}

/**
 * Describes issues for the log. After a pause the bars of all symbols are late, which is one line for each feed and not one
 * for each symbol.
 */
export function describeIssues(issues: readonly FeedIssue[]): IssueLine[] {
  const lateOf = new Map<string, FeedIssue[]>();
  for (const issue of issues)
    if (issue.kind === "late") lateOf.set(issue.feed, [...(lateOf.get(issue.feed) ?? []), issue]);
  const isSummed = ({ feed, kind }: FeedIssue): boolean => kind === "late" && (lateOf.get(feed)?.length ?? 0) > 1;
  return [
    ...[...lateOf].flatMap(([feed, late]) => (late.length > 1 ? [sumUp(feed, late)] : [])),
    ...issues
      .filter((issue) => !isSummed(issue))
      .map(({ feed, kind, message }) => ({ fields: { feed, kind }, message })),
  ];
}

function sumUp(feed: string, late: readonly FeedIssue[]): IssueLine {
  const bars = late.reduce((sum, { times }) => sum + times, 0);
  const first = new Date(Math.min(...late.map(({ firstBarTime }) => firstBarTime ?? Infinity)));
  const since = `${first.toISOString().slice(0, DATE_LENGTH)} ${formatTime(first)} UTC`;
  return {
    fields: { feed, kind: "late" },
    message: `${bars} bars of ${late.length} symbols since ${since} came late, as after a pause. No new trades on them.`,
  };
}
