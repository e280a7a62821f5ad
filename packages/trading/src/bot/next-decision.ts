import { DAY_MS } from "@wazi/domain";
import { intervalMs } from "../candle.ts";
import { type Calendar, findNextSession, isOpen } from "../costs/sessions.ts";
import { startOfMonth, toMonth } from "../months.ts";
import { type BotConfig, isAllocation } from "./bot-config.ts";
import type { BotState } from "./bot-state.ts";

/** No venue is closed for longer, so that a month's last session begins within these days. */
const LAST_DAYS = 11;

/**
 * The next moment (epoch ms) at which a bot decides, seen from a time of its market: the close of the month's last market day, or that of
 * the next decision bar in which a venue is open.
 */
export function findNextDecision(
  config: BotConfig,
  { decidedMonth }: Pick<BotState, "decidedMonth">,
  time: number,
): number {
  const calendars = config.instruments.map(({ calendar = "always" }) => calendar);
  if (isAllocation(config.strategy)) {
    const lived = toMonth(time);
    const close = findLastClose(calendars, lived);
    // The decision for the next month may have been made already at the close of this one.
    const isDecided = decidedMonth !== null && decidedMonth > lived;
    return isDecided || close <= time ? findLastClose(calendars, lived + 1) : close;
  }
  const shortest = config.instruments[0]?.interval ?? config.decisionInterval;
  const barMs = Math.max(intervalMs[shortest], intervalMs[config.decisionInterval]);
  const next = time - (time % barMs) + barMs;
  if (calendars.some((calendar) => isOpen(calendar, next - 1))) return next;
  const opens = calendars.map((calendar) => findNextSession(calendar, next)?.opensAt ?? next);
  const opensAt = Math.min(...opens);
  return opensAt - (opensAt % barMs) + barMs;
}

/** The last moment of a month at which a venue closes; the month's end where one never closes. */
function findLastClose(calendars: readonly Calendar[], month: number): number {
  const end = startOfMonth(month + 1);
  const closes = calendars.map((calendar) => {
    let close = end - LAST_DAYS * DAY_MS;
    for (;;) {
      const session = findNextSession(calendar, close);
      if (session === null) return end;
      if (session.opensAt >= end) return close;
      close = session.closesAt;
    }
  });
  return Math.min(end, Math.max(...closes));
}
