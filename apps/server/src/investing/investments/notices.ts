import { formatAmount, type Notice } from "@wazi/contracts";
import { cents, formatCents, negate, parseCents } from "@wazi/domain";
import type { NoticeRow } from "./store.ts";
import * as texts from "../../messages/investing.ts";

const messageOf: Record<Notice["kind"], (closed: { bot: string; price: string; result: string }) => string> = {
  "stop-loss": texts.noticeStopLoss,
  "take-profit": texts.noticeTakeProfit,
  "exit-settled": texts.noticeExitSettled,
  "closed-by-operator": texts.noticeClosedByOperator,
  "winding-up": texts.noticeWindingUp,
};

/** Converts a position change that the investor did not trigger at that moment to its API form. */
export function toNotice(row: NoticeRow): Notice {
  const value = parseCents(row.value);
  const profitShare = parseCents(row.profitShare);
  const gain = cents(value - parseCents(row.ownMoney));
  const paid = cents(value - profitShare);
  const result = texts.noticeResult({
    paid: formatDollars(paid),
    result: gain < 0n ? "loss" : "gain",
    gain: formatDollars(gain < 0n ? negate(gain) : gain),
  });
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
    message: messageOf[row.kind]({ bot: row.botName, price: row.mark, result }),
  };
}

const formatDollars = (amount: bigint): string => formatAmount(formatCents(cents(amount)));
