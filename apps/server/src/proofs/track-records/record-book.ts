import { DAY_MS } from "@wazi/contracts";
import type { FeedKind } from "@wazi/contracts";
import { divideDown, ONE_NAV, parseCents, parseNav, SCALE, ZERO_CENTS, add, type Cents } from "@wazi/domain";
import { RunningDrawdown, TradeTally } from "@wazi/trading";
import { hasOwnBarTime } from "../../investing/api.ts";

/** The parts of a closed trade that a record needs; figures are decimal strings. */
export interface RecordTrade {
  sequence: string;
  feed: FeedKind;
  navBefore: string;
  navAfter: string;
  /** The lowest unit price during the trade, including its end. */
  lowestNav: string;
  openedAt: Date;
  executedAt: Date;
  entryBarTime: Date;
  barTime: Date;
  poolGain: string;
}

/** A day's interest on the bot's idle cash. */
export interface RecordInterest {
  feed: FeedKind;
  /** The market day, YYYY-MM-DD. */
  day: string;
  /** The number of trades that the bot had closed before. */
  closeSequence: string;
  /** The number of its ledger transaction, which rises. */
  transactionId: string;
  navBefore: string;
  navAfter: string;
  postedAt: Date;
}

export interface RecordPoint {
  /** Never before the point before it. */
  at: Date;
  barTime: Date;
  /** In 10^-12, 1 at the start. */
  nav: bigint;
}

/** Limit of stored points. When it is reached, every second point is dropped. */
const MAX_POINTS = 1_000;
/** All of the newest points are kept, so that a client that has the earlier ones can ask for the rest. */
const MAX_RECENT = 200;

/**
 * A bot's record on one feed, updated trade by trade, so that a page view costs only the new trades. Returns are those
 * of the unit price (NAV), multiplied across trades and across series of units.
 */
export class RecordBook {
  lastSequence: string;
  /** The ledger transaction of the last interest that it includes. */
  lastInterest = "0";
  nav: bigint = ONE_NAV;
  poolGain: Cents = ZERO_CENTS;
  /** Falls are in 10^-12 of the peak. */
  private readonly drawdown = new RunningDrawdown<bigint>(computeFall, ONE_NAV, 0n);
  /** Results are in 10^-12 of the unit price: whole numbers, so that their sums are exact. */
  private readonly tally = new TradeTally();
  private heldMs = 0;
  private heldBarMs = 0;
  private points: RecordPoint[] = [];
  private recent: RecordPoint[] = [];
  private latest: RecordPoint | null = null;
  private pointCount = 0;
  private stride = 1;
  private readonly closes = new Map<number, bigint>();

  /** True when bars of this record have a time of their own. */
  hasOwnTime: boolean;

  /** @param afterSequence the bot's last trade before this record; "0" for its first */
  constructor(
    readonly feed: FeedKind,
    readonly afterSequence = "0",
  ) {
    this.lastSequence = afterSequence;
    this.hasOwnTime = feed === "replay";
  }

  get closedTrades(): number {
    return this.tally.trades;
  }

  get wonTrades(): number {
    return this.tally.wins;
  }

  add(trade: RecordTrade): void {
    this.lastSequence = trade.sequence;
    if (trade.feed !== this.feed) return;
    const before = parseNav(trade.navBefore);
    const after = parseNav(trade.navAfter);
    const start = this.nav;
    this.drawdown.add(divideDown(start * parseNav(trade.lowestNav), before));
    this.nav = divideDown(start * after, before);
    this.drawdown.add(this.nav);
    this.tally.add(Number(divideDown((after - before) * SCALE, before)), after > before);
    this.hasOwnTime ||= hasOwnBarTime(trade);
    this.poolGain = add(this.poolGain, parseCents(trade.poolGain));
    this.heldMs += trade.executedAt.getTime() - trade.openedAt.getTime();
    this.heldBarMs += trade.barTime.getTime() - trade.entryBarTime.getTime();
    this.closes.set(Math.floor(trade.executedAt.getTime() / DAY_MS), this.nav);
    this.addPoint(trade.executedAt, trade.barTime);
  }

  /** Interest is part of the unit price, and no trade. */
  addInterest({ feed, day, transactionId, navBefore, navAfter, postedAt }: RecordInterest): void {
    this.lastInterest = transactionId;
    if (feed !== this.feed) return;
    this.nav = divideDown(this.nav * parseNav(navAfter), parseNav(navBefore));
    this.drawdown.add(this.nav);
    this.closes.set(Math.floor(postedAt.getTime() / DAY_MS), this.nav);
    this.addPoint(postedAt, new Date(Date.parse(day) + DAY_MS));
  }

  /** The maximum drawdown in basis points, including `openNav`, the lowest unit price of an open trade. */
  maxDrawdown(openNav: bigint | null): bigint {
    const { deepest } = this.drawdown;
    return divideDown((openNav === null ? deepest : this.drawdown.deepestWith(openNav)) * 10_000n, SCALE);
  }

  /** Gains divided by losses, in hundredths; null without a loss. */
  profitFactor(): bigint | null {
    const { gains, losses } = this.tally;
    return losses === 0 ? null : divideDown(BigInt(gains) * 100n, BigInt(losses));
  }

  averageHoldingSeconds(by: "clock" | "bars"): number | null {
    if (this.closedTrades === 0) return null;
    return Math.round((by === "clock" ? this.heldMs : this.heldBarMs) / this.closedTrades / 1_000);
  }

  /** The unit price at the end of the day (UTC) `days` before `now`; null when the record is younger. */
  navDaysAgo(days: number, since: Date, now: Date): bigint | null {
    const at = now.getTime() - days * DAY_MS;
    if (since.getTime() > at) return null;
    const day = Math.floor(at / DAY_MS);
    let found: bigint = ONE_NAV;
    for (const [each, nav] of this.closes) if (each <= day) found = nav;
    return found;
  }

  /** Unit prices after closed trades and interest, oldest first, evenly thinned out and always with the last. */
  series(): RecordPoint[] {
    const { points, latest } = this;
    return latest && points.at(-1) !== latest ? [...points, latest] : points;
  }

  /** Names the record and the number of its points. */
  get cursor(): string {
    return `${this.afterSequence}.${this.pointCount}`;
  }

  /** The points after a cursor; null when they are not all kept, or the cursor is of another record. */
  seriesAfter(cursor: string): RecordPoint[] | null {
    const [after, count] = cursor.split(".");
    const missing = this.pointCount - Number(count);
    if (after !== this.afterSequence || missing < 0 || missing > this.recent.length) return null;
    return this.recent.slice(this.recent.length - missing);
  }

  private addPoint(changedAt: Date, barTime: Date): void {
    // The clock may be set back; the line never runs backwards.
    const lastMs = this.latest?.at.getTime() ?? 0;
    const at = changedAt.getTime() < lastMs ? new Date(lastMs) : changedAt;
    const point = { at, barTime, nav: this.nav };
    this.latest = point;
    this.pointCount += 1;
    this.recent.push(point);
    if (this.recent.length > MAX_RECENT) this.recent.shift();
    if (this.pointCount % this.stride !== 0) return;
    this.points.push(point);
    if (this.points.length < MAX_POINTS) return;
    this.points = this.points.filter((_, index) => index % 2 === 1);
    this.stride *= 2;
  }
}

function computeFall(nav: bigint, peak: bigint): bigint {
  return divideDown((peak - nav) * SCALE, peak);
}
