import { DAY_MS, HOUR_MS, MINUTE_MS } from "@wazi/contracts";
import { findNextSession, toNewYorkTime } from "@wazi/trading";
import type { Broker, TradingDay, VenueEvent } from "./broker.ts";

/** Positions that were ours are compared again after this time. */
const COMPARE_EVERY_MS = 5 * MINUTE_MS;
/** A position that was not ours is compared again after this time at the earliest, because venues limit requests. */
const ASK_AGAIN_MS = 10_000;
/** The list of positions may lag behind a fill for this long. */
const POSITIONS_LAG_MS = MINUTE_MS;
/** Events of these days are named beside a position that is not ours. */
const NAMED_DAYS = 7;
/** Our calendar is compared with the venue's for the days ahead, once a day. */
const COMPARED_DAYS = 30;
const MOST_NAMED = 10;

type LogMethod = (details: object, message: string) => void;

interface ShareCheckDeps {
  broker: Broker;
  now: () => Date;
  log: Record<"warn" | "error", LogMethod>;
  /** True when the venue's position in the symbol is the sum of our fills. */
  isPositionOurs: (symbol: string) => Promise<boolean>;
}

/** A symbol without an order in progress; `settledAt` is the end of its latest order. */
interface SymbolState {
  symbol: string;
  settledAt: Date | null;
  isHeld: boolean;
}

/** Checks of a venue for shares. For a venue that never closes they pass. */
export interface ShareChecks {
  /** True when an order may be sent now: the venue is open, and its position is the sum of our fills. */
  mayOrder(state: SymbolState): Promise<boolean>;
  /** True while the venue's position is not the sum of our fills, as after a split. */
  isForeign(symbol: string): boolean;
  /** Compares held positions every few minutes, and the calendars once a day. */
  watch(states: readonly SymbolState[]): Promise<void>;
}

/**
 * A split, a merger or a trade of somebody else changes a position without an order of ours. The next order would be decided on
 * wrong quantities, so none is sent, and bots open no trade, until the position is the sum of our fills again.
 */
export function createShareChecks({ broker, now, log, isPositionOurs }: ShareCheckDeps): ShareChecks {
  const { shareMarket } = broker;
  if (!shareMarket) {
    return { mayOrder: () => Promise.resolve(true), isForeign: () => false, watch: () => Promise.resolve() };
  }
  /** When each position that is not ours was compared last. */
  const foreign = new Map<string, number>();
  let comparedMs = -Infinity;
  let calendarMs = -Infinity;

  const compare = async ({ symbol, settledAt }: SymbolState): Promise<boolean> => {
    const nowMs = now().getTime();
    const foreignMs = foreign.get(symbol);
    if (foreignMs !== undefined && !isDue(nowMs, foreignMs, ASK_AGAIN_MS)) return false;
    // Just after a fill the list may be older than our record.
    if (settledAt && Math.abs(nowMs - settledAt.getTime()) < POSITIONS_LAG_MS) return foreignMs === undefined;
    if (await isPositionOurs(symbol)) {
      foreign.delete(symbol);
      return true;
    }
    foreign.set(symbol, nowMs);
    if (foreignMs === undefined) {
      const events = await shareMarket.listEvents(new Date(nowMs - NAMED_DAYS * DAY_MS)).catch(() => []);
      log.error(
        { broker: broker.name, symbol, events: nameEvents(events, symbol) },
        "the venue's position is not the sum of our fills, as after a split; no order is sent and no trade is opened in the symbol",
      );
    }
    return false;
  };

  return {
    isForeign: (symbol) => foreign.has(symbol),
    async mayOrder(state) {
      return (await shareMarket.isOpen()) && (await compare(state));
    },
    async watch(states) {
      const nowMs = now().getTime();
      if (isDue(nowMs, comparedMs, COMPARE_EVERY_MS)) {
        for (const state of states.filter(({ isHeld, symbol }) => isHeld || foreign.has(symbol))) await compare(state);
        comparedMs = nowMs;
      }
      if (!isDue(nowMs, calendarMs, DAY_MS)) return;
      // After a failure it is asked again in an hour.
      calendarMs = nowMs - DAY_MS + HOUR_MS;
      const until = new Date(nowMs + COMPARED_DAYS * DAY_MS);
      const differing = compareCalendars(await shareMarket.listDays(new Date(nowMs), until), nowMs, until.getTime());
      calendarMs = nowMs;
      if (differing.length > 0)
        log.error(
          { broker: broker.name, days: differing },
          "the venue's calendar differs from ours; bots decide by ours, and orders wait until the venue opens",
        );
    },
  };
}

/** Also when the clock was set back. */
const isDue = (nowMs: number, lastMs: number, everyMs: number): boolean => nowMs < lastMs || nowMs - lastMs >= everyMs;

const nameEvents = (events: readonly VenueEvent[], symbol: string): string[] =>
  events
    .filter((event) => event.symbol === symbol)
    .slice(0, MOST_NAMED)
    .map(({ date, type }) => `${date} ${type}`);

/** The days between two moments that only one of the calendars has, or with other hours. */
function compareCalendars(theirs: readonly TradingDay[], fromMs: number, untilMs: number): string[] {
  const [first, last] = [toNewYorkDay(fromMs).date, toNewYorkDay(untilMs).date];
  const within = ({ date }: TradingDay): boolean => date > first && date < last;
  const format = ({ date, opensAt, closesAt }: TradingDay): string => `${date} ${opensAt}-${closesAt}`;
  const [own, other] = [listOwnDays(fromMs, untilMs).filter(within).map(format), theirs.filter(within).map(format)];
  return [...own.filter((day) => !other.includes(day)), ...other.filter((day) => !own.includes(day))].sort();
}

function listOwnDays(fromMs: number, untilMs: number): TradingDay[] {
  const days: TradingDay[] = [];
  for (let time = fromMs; time < untilMs;) {
    const session = findNextSession("new-york", time);
    if (session === null) break;
    const [opens, closes] = [toNewYorkDay(session.opensAt), toNewYorkDay(session.closesAt)];
    days.push({ date: opens.date, opensAt: opens.time, closesAt: closes.time });
    time = session.closesAt;
  }
  return days;
}

function toNewYorkDay(timeMs: number): { date: string; time: string } {
  const [date = "", time = ""] = new Date(toNewYorkTime(timeMs)).toISOString().split("T");
  return { date, time: time.slice(0, "09:30".length) };
}
