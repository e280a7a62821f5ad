import { DAY_MS } from "@wazi/contracts";
import type { FeedKind } from "@wazi/contracts";
import { divideDown, ONE_NAV, parseCents, parseNav, SCALE, ZERO_CENTS, add, type Cents } from "@wazi/domain";

/** A closed trade as the record needs it; figures as decimal strings. */
export interface RecordTrade {
  sequence: string;
  feed: FeedKind;
  navBefore: string;
  navAfter: string;
  /** The lowest nav while it was open, or after it. */
  lowestNav: string;
  openedAt: Date;
  executedAt: Date;
  entryBarTime: Date;
  barTime: Date;
  poolGain: string;
}

export interface RecordPoint {
  at: Date;
  /** In 10^-12, 1 at the start. */
  nav: bigint;
}

/** Points of a series that are kept; at this many every second one goes. */
const MAX_POINTS = 1_000;

/**
 * A bot's record on one feed, added up trade by trade, so that a page view costs what is new and not what there is.
 * Returns are those of the nav: joined by factors, also where a series of units has ended and another begun.
 */
export class RecordBook {
  lastSequence = "0";
  closedTrades = 0;
  wonTrades = 0;
  nav: bigint = ONE_NAV;
  poolGain: Cents = ZERO_CENTS;
  private peak: bigint = ONE_NAV;
  /** In 10^-12 of the peak. */
  private deepest = 0n;
  private gains = 0n;
  private losses = 0n;
  private heldMs = 0;
  private heldBarMs = 0;
  private points: RecordPoint[] = [];
  private latest: RecordPoint | null = null;
  private stride = 1;
  private readonly closes = new Map<number, bigint>();

  constructor(readonly feed: FeedKind) {}

  add(trade: RecordTrade): void {
    this.lastSequence = trade.sequence;
    if (trade.feed !== this.feed) return;
    const before = parseNav(trade.navBefore);
    const after = parseNav(trade.navAfter);
    const start = this.nav;
    this.dip(divideDown(start * parseNav(trade.lowestNav), before));
    this.nav = divideDown(start * after, before);
    this.peak = this.nav > this.peak ? this.nav : this.peak;
    const gain = divideDown((after - before) * SCALE, before);
    if (gain > 0n) this.gains += gain;
    else this.losses -= gain;
    this.closedTrades += 1;
    if (after > before) this.wonTrades += 1;
    this.poolGain = add(this.poolGain, parseCents(trade.poolGain));
    this.heldMs += trade.executedAt.getTime() - trade.openedAt.getTime();
    this.heldBarMs += trade.barTime.getTime() - trade.entryBarTime.getTime();
    this.closes.set(Math.floor(trade.executedAt.getTime() / DAY_MS), this.nav);
    this.addPoint({ at: trade.executedAt, nav: this.nav });
  }

  /** Deepest fall from a peak in hundredths of a per cent, counting `openNav`, the lowest that an open trade has been at. */
  maxDrawdown(openNav: bigint | null): bigint {
    const open = openNav === null ? 0n : this.fallTo(openNav);
    return divideDown((open > this.deepest ? open : this.deepest) * 10_000n, SCALE);
  }

  /** Gains over losses, in hundredths; null without a loss. */
  profitFactor(): bigint | null {
    return this.losses === 0n ? null : divideDown(this.gains * 100n, this.losses);
  }

  averageHoldingSeconds(by: "clock" | "bars"): number | null {
    if (this.closedTrades === 0) return null;
    return Math.round((by === "clock" ? this.heldMs : this.heldBarMs) / this.closedTrades / 1_000);
  }

  /** Nav at the end of the day (UTC) `days` before `now`; null where the record is younger than that. */
  navDaysAgo(days: number, since: Date, now: Date): bigint | null {
    const at = now.getTime() - days * DAY_MS;
    if (since.getTime() > at) return null;
    const day = Math.floor(at / DAY_MS);
    let found: bigint = ONE_NAV;
    for (const [each, nav] of this.closes) if (each <= day) found = nav;
    return found;
  }

  /** Nav after closed trades, oldest first, evenly thinned out; the last one is always among them. */
  series(): RecordPoint[] {
    const { points, latest } = this;
    return latest && points.at(-1) !== latest ? [...points, latest] : points;
  }

  private addPoint(point: RecordPoint): void {
    this.latest = point;
    if (this.closedTrades % this.stride !== 0) return;
    this.points.push(point);
    if (this.points.length < MAX_POINTS) return;
    this.points = this.points.filter((_, index) => index % 2 === 1);
    this.stride *= 2;
  }

  private dip(nav: bigint): void {
    const fall = this.fallTo(nav);
    if (fall > this.deepest) this.deepest = fall;
  }

  private fallTo(nav: bigint): bigint {
    return nav < this.peak ? divideDown((this.peak - nav) * SCALE, this.peak) : 0n;
  }
}
