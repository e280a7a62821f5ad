import type { OperatedBot, Operations } from "@wazi/contracts";
import { formatAge } from "../display/age.tsx";
import { formatCount } from "../display/format-count.ts";
import { getQueueLabels } from "./labels.ts";
import * as texts from "../../messages/admin-operations.ts";

/** An issue, with the section of the page that has the details. */
export interface Issue {
  text: string;
  part: "bots" | "lease" | "books" | "feeds" | "queues" | "answers";
}

/** Prices arrive every few seconds. After this long without one, a feed has stopped. */
const STALE_PRICE_MS = 2 * 60_000;
/** The books are checked every hour. */
const STALE_RECONCILIATION_MS = 2 * 60 * 60_000;
/** All entries are compared every day or night. */
const STALE_COMPLETE_RECONCILIATION_MS = 48 * 60 * 60_000;

const msSince = (iso: string, at: string): number => Date.parse(at) - Date.parse(iso);
const formatAgeAt = (iso: string, at: string): string => formatAge(msSince(iso, at));

/** "14:05 UTC" */
function formatMinute(iso: string): string {
  return `${new Date(iso).toISOString().slice(11, 16)} UTC`;
}

/** True for overdue requests, which are not a fault of the platform. */
export function isOverdueWork({ part }: Issue): boolean {
  return part === "queues";
}

/** Everything that needs attention, faults before overdue requests; empty if all is well. */
export function findIssues(operations: Operations): Issue[] {
  return [
    ...findLeaseIssues(operations),
    ...findReconciliationIssues(operations),
    ...findFeedIssues(operations),
    ...findBotIssues(operations),
    ...findResponseIssues(operations),
    ...findQueueIssues(operations),
  ];
}

function findLeaseIssues({ lease, tradingWaitsUntil, at }: Operations): Issue[] {
  if (lease === null) return [{ part: "lease", text: texts.issueNoTraderYet }];
  if (lease.isAlive && tradingWaitsUntil !== null) {
    const until = formatMinute(tradingWaitsUntil);
    const command = texts.issueClockCommand;
    return [{ part: "lease", text: texts.issueClockSetBack({ until, command }) }];
  }
  if (lease.isAlive) return [];
  const since = formatAgeAt(lease.expiresAt, at);
  return [{ part: "lease", text: texts.issueTraderLost({ since }) }];
}

function findReconciliationIssues({
  reconciliations: [latest],
  completeReconciliation: complete,
  at,
}: Operations): Issue[] {
  if (latest === undefined) return [{ part: "books", text: texts.issueBooksNotChecked }];
  if (latest.differences > 0) {
    return [
      {
        part: "books",
        text: texts.booksDiffer({
          differences: formatCount(latest.differences, "difference"),
        }),
      },
    ];
  }
  // A comparison since a checkpoint does not see the differences before it.
  if (complete !== null && complete.differences > 0) {
    const differences = formatCount(complete.differences, "difference");
    return [{ part: "books", text: texts.booksAllDiffer({ differences }) }];
  }
  if (msSince(latest.checkedAt, at) > STALE_RECONCILIATION_MS) {
    const age = formatAgeAt(latest.checkedAt, at);
    return [{ part: "books", text: texts.issueBooksCheckOld({ age }) }];
  }
  if (complete === null) return [{ part: "books", text: texts.booksNeverCompared }];
  if (msSince(complete.checkedAt, at) <= STALE_COMPLETE_RECONCILIATION_MS) return [];
  const age = formatAgeAt(complete.checkedAt, at);
  return [{ part: "books", text: texts.issueComparisonOld({ age }) }];
}

function findFeedIssues({ feeds, at }: Operations): Issue[] {
  if (feeds.length === 0) return [{ part: "feeds", text: texts.feedsNoPrices }];
  return feeds
    .filter(({ newestPriceAt }) => isPriceStale(newestPriceAt, at))
    .map(({ feed, newestPriceAt }) => ({
      part: "feeds",
      text: texts.issueFeedStopped({
        feed,
        newestPriceAt: formatAgeAt(newestPriceAt, at),
      }),
    }));
}

/** True if the latest price is so old that the feed must have stopped. */
export function isPriceStale(newestPriceAt: string, at: string): boolean {
  return msSince(newestPriceAt, at) > STALE_PRICE_MS;
}

function findBotIssues({ bots }: Operations): Issue[] {
  return bots.flatMap(({ name, status, haltReason }): Issue[] => {
    if (status !== "halted" && status !== "winding-up") return [];
    const isHalted = status === "halted";
    if (haltReason === null)
      return [{ part: "bots", text: isHalted ? texts.issueBotHalted({ name }) : texts.issueBotWindingUp({ name }) }];
    const why = { name, reason: withFullStop(haltReason) };
    return [{ part: "bots", text: isHalted ? texts.issueBotHaltedReason(why) : texts.issueBotWindingUpReason(why) }];
  });
}

function withFullStop(sentence: string): string {
  return sentence.endsWith(".") ? sentence : `${sentence}.`;
}

function findResponseIssues({ answers: { last15Minutes } }: Operations): Issue[] {
  const { answers, serverErrors } = last15Minutes;
  if (serverErrors === 0) return [];
  const text = texts.issueServerErrors({
    serverErrors,
    answers: formatCount(answers, "response"),
  });
  return [{ part: "answers", text }];
}

function findQueueIssues({ queues, at }: Operations): Issue[] {
  return queues.flatMap((queue): Issue[] => {
    if (!isOverdue(queue, at)) return [];
    const waited = formatAgeAt(queue.oldestAt ?? at, at);
    const text = texts.issueQueue({
      name: getQueueLabels(queue.name).name,
      count: formatCount(queue.count, "pending", "pending"),
      waited,
    });
    return [{ part: "queues", text }];
  });
}

/** True if the oldest item in a queue is overdue. */
export function isOverdue({ name, oldestAt }: Operations["queues"][number], at: string): boolean {
  const { overdueAfterMs } = getQueueLabels(name);
  return oldestAt !== null && overdueAfterMs !== null && msSince(oldestAt, at) >= overdueAfterMs;
}

/** The summary if there are no issues: "7 bots are trading, 1 is paused. …" */
export function describeHealthy({ bots, feeds, reconciliations, at }: Operations): string {
  const countOf = (status: OperatedBot["status"]) => bots.filter((bot) => bot.status === status).length;
  const [trading, paused] = [countOf("trading"), countOf("paused")];
  const botSentence = paused === 0 ? texts.healthyBots({ trading }) : texts.healthyBotsPaused({ trading, paused });
  const newest = feeds
    .map(({ newestPriceAt }) => newestPriceAt)
    .sort()
    .at(-1);
  const checkedAt = reconciliations[0]?.checkedAt;
  return [
    botSentence,
    ...(checkedAt === undefined ? [] : [texts.healthyBooks({ checkedAt: formatAgeAt(checkedAt, at) })]),
    ...(newest === undefined ? [] : [texts.healthyPrices({ newest: formatAgeAt(newest, at) })]),
    texts.healthyQueues,
  ].join(" ");
}
