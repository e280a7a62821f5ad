import { DAY_MS, formatAmount, HOUR_MS, MINUTE_MS, type OperatedBot, type Operations } from "@wazi/contracts";
import { formatUtc, overdueAfterMs } from "../display/age.tsx";
import { formatCount } from "../display/format-count.ts";
import { formatName } from "../person/person.tsx";
import * as texts from "../../messages/admin-operations.ts";

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
    name: texts.queueDeposits,
    overdueAfterMs: overdueAfterMs.deposits,
    href: "/admin?tab=deposits&status=pending",
  },
  // Both open statuses, pending and processing, come first in the default order, so no filter is needed.
  withdrawals: {
    name: texts.queueWithdrawals,
    overdueAfterMs: overdueAfterMs.withdrawals,
    href: "/admin?tab=withdrawals",
  },
  verifications: {
    name: texts.queueDocuments,
    overdueAfterMs: overdueAfterMs.verifications,
    href: "/admin?tab=verifications&status=pending",
  },
  exits: { name: texts.queueExits, overdueAfterMs: 15 * MINUTE_MS, href: null },
  orders: {
    name: texts.queueOrders,
    overdueAfterMs: 2 * MINUTE_MS,
    href: null,
  },
  "payment-reviews": {
    name: texts.queuePaymentReviews,
    overdueAfterMs: overdueAfterMs.paymentReviews,
    href: "/admin?tab=deposits",
  },
  "mpesa-reports": {
    name: texts.queueMpesaReports,
    overdueAfterMs: overdueAfterMs.paymentReviews,
    href: "/admin?tab=deposits",
  },
  "payouts-unknown": {
    name: texts.queuePayoutsUnknown,
    overdueAfterMs: HOUR_MS,
    href: "/admin/payouts",
  },
  "payout-reviews": {
    name: texts.queuePayoutReports,
    overdueAfterMs: DAY_MS,
    href: "/admin/payouts",
  },
  "statement-differences": {
    name: texts.statementDifferences,
    overdueAfterMs: 7 * DAY_MS,
    href: "/admin/payouts",
  },
  mail: { name: texts.unsentEmails, overdueAfterMs: null, href: null },
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
  malformed: texts.feedIssueMalformed,
  repeated: texts.feedIssueRepeated,
  "out-of-order": texts.feedIssueOutOfOrder,
  late: texts.feedIssueLate,
  gap: texts.feedIssueGap,
  jump: texts.feedIssueJump,
  "clock-set-back": texts.feedIssueClockSetBack,
  silent: texts.feedIssueSilent,
};

export function getFeedIssueLabel(kind: string): string {
  return feedIssueLabels[kind] ?? toLabel(kind);
}

export const marketNames: Readonly<Record<OperatedBot["market"], string>> = {
  forex: texts.forex,
  crypto: texts.crypto,
  stocks: texts.stocks,
  commodities: texts.commodities,
  indices: texts.indices,
  portfolio: texts.portfolioMarket,
};

/** "EUR/USD, bought" for an open trade. */
export function formatOpenTrade({ symbol, side }: NonNullable<OperatedBot["openTrade"]>): string {
  return `${symbol}, ${side === "buy" ? "bought" : "sold"}`;
}

/** "54.20% won", of the closed trades of a bot. */
export function formatWinRate({ winRatePct }: OperatedBot): string {
  return winRatePct === null ? texts.winRateNone : texts.winRatePctPercentWon({ winRatePct });
}

/** The effects of a pause. */
export function listPauseEffects({ investors, value, openTrade }: OperatedBot): string[] {
  const who =
    investors === 0
      ? texts.effectNoInvestors
      : texts.pauseInvestors({
          investors,
          amount: formatAmount(value),
        });
  const trade = openTrade === null ? texts.effectNoTrade : texts.pauseTradeContinues({ symbol: openTrade.symbol });
  return [who, texts.pauseNoNewTrades, trade, texts.pauseNoNewMoney];
}

/** The effects of resuming. */
export function listResumeEffects({ investors, value, status }: OperatedBot): string[] {
  if (status === "halted") return [texts.resumeStillHalted];
  if (status === "winding-up") return [texts.resumeStillWindingUp];
  const who =
    investors === 0
      ? texts.effectNoInvestors
      : texts.resumeInvestors({
          amount: formatAmount(value),
          investors: formatCount(investors, "investor"),
        });
  return [who, texts.resumeTradesAtOnce, texts.resumeNewMoney];
}

/** The person who paused the bot, the time and the reason. */
export function describePause({ at, by, reason }: NonNullable<OperatedBot["paused"]>): string {
  const who = by === null ? texts.paused : texts.pausedBy({ by: formatName(by) });
  return texts.pausedDetails({ who, at: formatUtc(at), reason });
}

/** "0.2500" as "25%", "0.3333" as "33.33%". */
function formatFraction(fraction: string): string {
  return `${Number((Number(fraction) * 100).toFixed(2))}%`;
}

/** Why a limit held back an entry, and what became of it. */
export function describeEntryRefusal({ reason, asked, allowed }: Operations["entryRefusals"][number]): string {
  if (reason === "daily-loss") return texts.refusalDailyLoss;
  const limit = texts.refusalLimitOfMarket;
  return Number(allowed) === 0
    ? texts.refusalRefused({ asked: formatFraction(asked), limit })
    : texts.refusalReduced({
        asked: formatFraction(asked),
        allowed: formatFraction(allowed),
        limit,
      });
}

/** The names of mails. An unknown template keeps its name from the server. */
const mailNames: Readonly<Record<string, string>> = {
  "verify-email": texts.mailVerifyEmail,
  "reset-password": texts.mailResetPassword,
  "email-change-confirm": texts.mailEmailChangeConfirm,
  "email-change-requested": texts.mailEmailChangeRequested,
  "email-changed": texts.mailEmailChanged,
  "email-change-undone": texts.mailEmailChangeUndone,
  "new-device": texts.mailNewDevice,
  "security-changed": texts.mailSecurityChanged,
};

/** The subject of a mail, such as "Deposit arrived". */
export const getMailName = (template: string): string => mailNames[template] ?? toLabel(template);
