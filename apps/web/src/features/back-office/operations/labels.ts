import { formatAmount, MINUTE_MS, type OperatedBot, type Operations } from "@wazi/contracts";
import { formatUtc, overdueAfterMs } from "../display/format-age.ts";
import { formatName } from "../person/person.tsx";

/** "1 bot", "1,204 responses". */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}

/** A queue of the platform. */
interface QueueLabels {
  name: string;
  /** The age from which the oldest item is overdue; null if no action is needed. */
  overdueAfterMs: number | null;
  /** The list with the items of the queue. */
  href: string | null;
}

const queues: Readonly<Record<string, QueueLabels>> = {
  deposits: {
    name: "Deposits to approve",
    overdueAfterMs: overdueAfterMs.deposits,
    href: "/admin?tab=deposits&status=pending",
  },
  // Both open statuses, pending and processing, come first in the default order, so no filter is needed.
  withdrawals: {
    name: "Withdrawals to pay out",
    overdueAfterMs: overdueAfterMs.withdrawals,
    href: "/admin?tab=withdrawals",
  },
  verifications: {
    name: "Documents to review",
    overdueAfterMs: overdueAfterMs.verifications,
    href: "/admin?tab=verifications&status=pending",
  },
  exits: { name: "Exits waiting for a price", overdueAfterMs: 15 * MINUTE_MS, href: null },
  orders: { name: "Orders sent to the exchange", overdueAfterMs: 2 * MINUTE_MS, href: null },
  mail: { name: "Unsent emails", overdueAfterMs: null, href: null },
};

/** An unknown queue keeps the name from the server. */
export function getQueueLabels(name: string): QueueLabels {
  return queues[name] ?? { name: toLabel(name), overdueAfterMs: null, href: null };
}

function toLabel(name: string): string {
  const words = name.replaceAll(/[-_]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const feedIssueLabels: Readonly<Record<string, string>> = {
  malformed: "Invalid price",
  repeated: "Duplicate bar",
  "out-of-order": "Bar out of order",
  late: "Late bar",
  gap: "Missing bars",
  jump: "Implausible price jump",
  "clock-set-back": "Server clock moved back",
  silent: "No data",
};

export function getFeedIssueLabel(kind: string): string {
  return feedIssueLabels[kind] ?? toLabel(kind);
}

export const marketNames: Readonly<Record<OperatedBot["market"], string>> = {
  forex: "Forex",
  crypto: "Crypto",
  stocks: "Stocks",
  commodities: "Commodities",
  indices: "Indices",
};

/** "EUR/USD, bought" for an open trade. */
export function formatOpenTrade({ symbol, side }: NonNullable<OperatedBot["openTrade"]>): string {
  return `${symbol}, ${side === "buy" ? "bought" : "sold"}`;
}

/** "54.20% won", of the closed trades of a bot. */
export function formatWinRate({ winRatePct }: OperatedBot): string {
  return winRatePct === null ? "no wins or losses" : `${winRatePct}% won`;
}

/** The effects of a pause. */
export function listPauseEffects({ investors, value, openTrade }: OperatedBot): string[] {
  const who =
    investors === 0
      ? "It has no investors."
      : `${formatCount(investors, "investor keeps", "investors keep")} $${formatAmount(value)} in it and can leave at any time.`;
  const trade =
    openTrade === null
      ? "It has no open trade."
      : `Its open trade in ${openTrade.symbol} continues until its exit, stop or target.`;
  return [who, "It opens no new trades.", trade, "Investors cannot add money until it is resumed."];
}

/** The effects of resuming. */
export function listResumeEffects({ investors, value, status }: OperatedBot): string[] {
  if (status === "halted" || status === "winding-up") {
    const what = status === "halted" ? "It is also halted" : "It is also being wound up";
    return [`${what}, so it still opens no trades and accepts no new money.`];
  }
  const who =
    investors === 0
      ? "It has no investors."
      : `It trades again with $${formatAmount(value)} from ${formatCount(investors, "investor")}.`;
  return [who, "It may open a trade immediately.", "Investors can add money again."];
}

/** Who paused the bot, when and why. */
export function describePause({ at, by, reason }: NonNullable<OperatedBot["paused"]>): string {
  const who = by === null ? "Paused" : `Paused by ${formatName(by)}`;
  return `${who} at ${formatUtc(at)}: ${reason}`;
}

/** "0.2500" as "25%", "0.3333" as "33.33%". */
function formatFraction(fraction: string): string {
  return `${Number((Number(fraction) * 100).toFixed(2))}%`;
}

/** Why a limit held back an entry, and what became of it. */
export function describeEntryRefusal({ reason, asked, allowed }: Operations["entryRefusals"][number]): string {
  if (reason === "daily-loss") return "Refused: the loss of the day had reached its limit.";
  const limit = "the limit of its market";
  return Number(allowed) === 0
    ? `Refused: ${formatFraction(asked)} of the bot's money would exceed ${limit}.`
    : `Reduced from ${formatFraction(asked)} to ${formatFraction(allowed)} of the bot's money by ${limit}.`;
}
