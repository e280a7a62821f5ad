import { MINUTE_MS } from "@wazi/contracts";
import type { ShareMarket, TradingDay, VenueEvent } from "./broker.ts";
import type { LoadedAlpaca } from "./load-alpaca.ts";

/** The venue's clock is asked again after this time at the latest, and when it opens or closes. */
const CLOCK_HOLDS_MS = MINUTE_MS;
const MAX_PAGE = 100;
const MAX_PAGES = 50;
/** Activities that follow from our orders, or from money that the operator moved. */
const OWN_ACTIVITIES: ReadonlySet<string> = new Set(["FILL", "TRANS", "CSD", "CSW", "JNL", "JNLC"]);

interface KnownClock {
  isOpen: boolean;
  askedMs: number;
  untilMs: number;
}

/** The hours, the calendar and the account's events at Alpaca. */
export function createAlpacaMarket(open: () => Promise<LoadedAlpaca>, now: () => Date): ShareMarket {
  let known: KnownClock | null = null;
  return {
    async isOpen() {
      const askedMs = now().getTime();
      if (known && askedMs >= known.askedMs && askedMs < known.untilMs) return known.isOpen;
      const { client } = await open();
      const clock = await client.trading.clock.legacyClock();
      // The venue's clock and ours may differ, so only the time until the change counts.
      const changesInMs = Number(clock.isOpen ? clock.nextClose : clock.nextOpen) - Number(clock.timestamp);
      if (typeof clock.isOpen !== "boolean" || Number.isNaN(changesInMs))
        throw new Error("the venue's clock cannot be read");
      known = { isOpen: clock.isOpen, askedMs, untilMs: askedMs + Math.min(changesInMs, CLOCK_HOLDS_MS) };
      return clock.isOpen;
    },
    async listDays(from, until) {
      const { client } = await open();
      const days = await client.trading.calendar.legacyCalendar({ start: from, end: until });
      return days.map(({ date, open: opensAt, close: closesAt }): TradingDay => ({
        date: toDate(date),
        opensAt,
        closesAt,
      }));
    },
    async listEvents(since) {
      const { client } = await open();
      const events: VenueEvent[] = [];
      let pageToken: string | undefined;
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const listed = await client.trading.accountActivities.getAccountActivities({
          after: since,
          direction: "desc",
          pageSize: MAX_PAGE,
          ...(pageToken === undefined ? {} : { pageToken }),
        });
        for (const { id, activityType: type, date, symbol, netAmount } of listed) {
          if (id === undefined || type === undefined)
            throw new Error("the venue listed an activity without its id or type");
          if (OWN_ACTIVITIES.has(type)) continue;
          events.push({ id, date: date ? toDate(date) : "", type, symbol: symbol ?? null, amount: netAmount ?? "0" });
        }
        pageToken = listed.at(-1)?.id;
        if (listed.length < MAX_PAGE) return events;
      }
      throw new Error("the venue lists more activities than can be read");
    },
  };
}

const toDate = (date: Date): string => date.toISOString().slice(0, "2026-11-27".length);
