import type { OperatedBot, Operations } from "@wazi/contracts";
import { ageInWords } from "../display/format-age.ts";
import { counted, queueWords } from "./labels.ts";

/** Something that is not as it should be, and the part of the page that has more of it. */
export interface Trouble {
  text: string;
  part: "bots" | "lease" | "books" | "feeds" | "queues" | "answers";
}

/** Prices come every few seconds; after this long without one a feed has stopped. */
const OLD_PRICE_MS = 2 * 60_000;
/** The books are compared once an hour. */
const OLD_BOOKS_MS = 2 * 60 * 60_000;

const msSince = (iso: string, at: string): number => Date.parse(at) - Date.parse(iso);
const ageText = (iso: string, at: string): string => ageInWords(msSince(iso, at));

/** Whether it is no fault of the platform's, but work that has waited too long. */
export function isWork({ part }: Trouble): boolean {
  return part === "queues";
}

/** Everything that needs somebody, the worst first: faults, then work. Empty where all is well. */
export function troublesOf(operations: Operations): Trouble[] {
  return [
    ...leaseTroubles(operations),
    ...bookTroubles(operations),
    ...feedTroubles(operations),
    ...botTroubles(operations),
    ...answerTroubles(operations),
    ...queueTroubles(operations),
  ];
}

function leaseTroubles({ lease, at }: Operations): Trouble[] {
  if (lease === null) return [{ part: "lease", text: "No trader has run yet: no bot trades." }];
  if (lease.isAlive) return [];
  const since = ageText(lease.expiresAt, at);
  return [{ part: "lease", text: `No trader is running: its lease ran out ${since} ago. No bot trades.` }];
}

function bookTroubles({ reconciliations: [latest], at }: Operations): Trouble[] {
  if (latest === undefined) return [{ part: "books", text: "The books have not been compared yet." }];
  if (latest.differences > 0) {
    return [{ part: "books", text: `The books differ from the ledger: ${counted(latest.differences, "difference")}.` }];
  }
  if (msSince(latest.checkedAt, at) <= OLD_BOOKS_MS) return [];
  const age = ageText(latest.checkedAt, at);
  return [{ part: "books", text: `The books were last compared ${age} ago; once an hour is the rule.` }];
}

function feedTroubles({ feeds, at }: Operations): Trouble[] {
  if (feeds.length === 0) return [{ part: "feeds", text: "No price has come yet." }];
  return feeds
    .filter(({ newestPriceAt }) => isPriceOld(newestPriceAt, at))
    .map(({ feed, newestPriceAt }) => ({
      part: "feeds",
      text: `The ${feed} prices have stopped: the newest is ${ageText(newestPriceAt, at)} old.`,
    }));
}

/** Whether a feed's newest price is so old that it must have stopped. */
export function isPriceOld(newestPriceAt: string, at: string): boolean {
  return msSince(newestPriceAt, at) > OLD_PRICE_MS;
}

function botTroubles({ bots }: Operations): Trouble[] {
  return bots.flatMap(({ name, status, haltReason }): Trouble[] => {
    if (status !== "halted" && status !== "winding-up") return [];
    const what = status === "halted" ? "is halted" : "is being wound up";
    return [{ part: "bots", text: `${name} ${what}${haltReason === null ? "." : `: ${endedWithStop(haltReason)}`}` }];
  });
}

function endedWithStop(sentence: string): string {
  return sentence.endsWith(".") ? sentence : `${sentence}.`;
}

function answerTroubles({ answers: { last15Minutes } }: Operations): Trouble[] {
  const { answers, serverErrors } = last15Minutes;
  if (serverErrors === 0) return [];
  const text = `${counted(serverErrors, "server error")} in the last 15 minutes, of ${counted(answers, "answer")}.`;
  return [{ part: "answers", text }];
}

function queueTroubles({ queues, at }: Operations): Trouble[] {
  return queues.flatMap((queue): Trouble[] => {
    if (!isTooLong(queue, at)) return [];
    const waited = ageText(queue.oldestAt ?? at, at);
    const text = `${queueWords(queue.name).name}: ${counted(queue.count, "waits", "wait")}, the oldest for ${waited}.`;
    return [{ part: "queues", text }];
  });
}

/** Whether the oldest in a queue has waited longer than it should. */
export function isTooLong({ name, oldestAt }: Operations["queues"][number], at: string): boolean {
  const { patienceMs } = queueWords(name);
  return oldestAt !== null && patienceMs !== null && msSince(oldestAt, at) >= patienceMs;
}

/** What there is to say where nothing is wrong: "7 bots trade, 1 is paused. The books agree. …" */
export function calmWords({ bots, feeds, reconciliations, at }: Operations): string {
  const countOf = (status: OperatedBot["status"]) => bots.filter((bot) => bot.status === status).length;
  const [trading, paused] = [countOf("trading"), countOf("paused")];
  const botWords = counted(trading, "bot trades", "bots trade");
  const pausedWords = paused === 0 ? "" : `, ${counted(paused, "is paused", "are paused")}`;
  const newest = feeds
    .map(({ newestPriceAt }) => newestPriceAt)
    .sort()
    .at(-1);
  const priceWords = newest === undefined ? "" : ` The newest price is ${ageText(newest, at)} old.`;
  const checkedAt = reconciliations[0]?.checkedAt;
  const bookWords = checkedAt === undefined ? "" : ` The books agreed ${ageText(checkedAt, at)} ago.`;
  return `${botWords}${pausedWords}.${bookWords}${priceWords} Nothing waits too long.`;
}
