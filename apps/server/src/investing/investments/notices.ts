import { formatAmount, type Notice } from "@wazi/contracts";
import { cents, formatCents, negate, parseCents } from "@wazi/domain";
import type { NoticeRow } from "./store.ts";

/** Converts a position change that the investor did not trigger at that moment to its API form. */
export function toNotice(row: NoticeRow): Notice {
  const value = parseCents(row.value);
  const profitShare = parseCents(row.profitShare);
  const gain = cents(value - parseCents(row.ownMoney));
  const paid = cents(value - profitShare);
  const happened: Record<Notice["kind"], string> = {
    "stop-loss": `Your stop-loss closed your position in ${row.botName}`,
    "take-profit": `Your take-profit closed your position in ${row.botName}`,
    "exit-settled": `Your exit from ${row.botName} has settled`,
    "closed-by-operator": `The operator closed your position in ${row.botName}`,
    "winding-up": `${row.botName} ended a series of units and redeemed yours`,
  };
  const gainText =
    gain < 0n
      ? `a loss of $${formatDollars(negate(gain))}`
      : `a gain of $${formatDollars(gain)} before the profit share`;
  return {
    id: row.id,
    kind: row.kind,
    botId: row.botId,
    botName: row.botName,
    happenedAt: row.happenedAt.toISOString(),
    nav: row.mark,
    value: formatCents(value),
    paid: formatCents(paid),
    profitShare: formatCents(profitShare),
    gain: formatCents(gain),
    message: `${happened[row.kind]} at a unit price of ${row.mark}. $${formatDollars(paid)} went to your balance, with ${gainText}.`,
  };
}

const formatDollars = (amount: bigint): string => formatAmount(formatCents(cents(amount)));
