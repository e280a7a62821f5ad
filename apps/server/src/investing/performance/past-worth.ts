import type { Performance } from "@wazi/contracts";
import {
  accrual,
  accrue,
  accrueBillInterest,
  add,
  computePayout,
  formatCents,
  nav,
  ONE_NAV,
  parseAccrual,
  parseCents,
  parseNav,
  parseUnits,
  units as toUnits,
  ZERO_ACCRUAL,
  ZERO_CENTS,
  ZERO_UNITS,
  type Cents,
  type Nav,
  type Position,
  type UserSharePct,
} from "@wazi/domain";
import { findMark, type PastMarks } from "./mark-history.ts";
import type { WorthParts } from "./store.ts";

/** The shortest time between two points. */
const MIN_STEP_MS = 60_000;

/** Kinds of transactions by which money comes from outside or leaves. All others only move it, or are gain or loss. */
const externalKinds: ReadonlySet<string> = new Set(["deposit", "withdrawal-paid", "adjustment"]);

interface Change {
  atMs: number;
  apply(state: WorthState): void;
}

interface WorthState {
  money: Cents;
  added: Cents;
  taken: Cents;
  positions: Map<string, HeldPosition>;
}

/** Figures of a pool at a moment, by which its positions earn. */
interface EarningFigures {
  /** The pool's sum of interest per unit. */
  interestSum: Nav;
  /** The index of bills. */
  billIndex: Nav;
}

/** A position with the price of a unit at its last change. What it and bills earned is of that moment too. */
interface HeldPosition extends Position, EarningFigures {
  changedAtMs: number;
  markAtChange: Nav;
}

/**
 * Computes what an investor had in all at evenly spaced moments from `from` until now: the own accounts, and what each
 * position would have paid after the platform's share at the last mark before the moment.
 * @param marks of all bots
 * @param maxPoints the most points; evenly spaced, the first of `from`
 */
export function computePerformance(
  parts: WorthParts,
  marks: ReadonlyMap<string, PastMarks>,
  { from, now, maxPoints }: { from: Date | undefined; now: Date; maxPoints: number },
): Performance {
  const fromMs = Math.max(from?.getTime() ?? 0, parts.signedUpAt.getTime());
  const stepMs = Math.max(MIN_STEP_MS, (now.getTime() - fromMs) / maxPoints);
  const changes = listChanges(parts);
  const state: WorthState = { money: ZERO_CENTS, added: ZERO_CENTS, taken: ZERO_CENTS, positions: new Map() };
  let next = 0;
  const playUntil = (atMs: number): void => {
    for (let change = changes[next]; change && change.atMs <= atMs; change = changes[next]) {
      change.apply(state);
      next += 1;
    }
  };
  const points: Performance["points"] = [];
  /** Most points have the net amount of the one before. */
  let netAdded = ZERO_CENTS;
  let netText = formatCents(netAdded);
  for (let atMs = fromMs; points.length === 0 || atMs < now.getTime(); atMs += stepMs) {
    playUntil(atMs);
    if (points.length === 0) state.added = state.taken = ZERO_CENTS;
    const net = add(state.added, negated(state.taken));
    if (net !== netAdded) [netAdded, netText] = [net, formatCents(net)];
    points.push({
      at: new Date(atMs).toISOString(),
      worth: formatCents(computeWorth(state, marks, atMs)),
      netAdded: netText,
    });
  }
  playUntil(Infinity);
  return {
    from: new Date(fromMs).toISOString(),
    points,
    added: formatCents(state.added),
    taken: formatCents(state.taken),
  };
}

const negated = (amount: Cents): Cents => (amount * -1n) as Cents;

/** The entries of each transaction together: what it changed on all own accounts. */
function sumEntries(entries: WorthParts["entries"]): { atMs: number; kind: string; moved: Cents }[] {
  const sums = new Map<number, { atMs: number; kind: string; moved: Cents }>();
  for (const { id, atMs, kind, amount } of entries) {
    const sum = sums.get(id);
    if (sum) sum.moved = add(sum.moved, parseCents(amount));
    else sums.set(id, { atMs, kind, moved: parseCents(amount) });
  }
  return [...sums.values()].filter(({ moved }) => moved !== 0n);
}

function listChanges({ entries, positions, shares }: WorthParts): Change[] {
  const ofMoney = sumEntries(entries).map(({ atMs, kind, moved }): Change => {
    return {
      atMs,
      apply(state) {
        state.money = add(state.money, moved);
        if (externalKinds.has(kind)) count(state, moved);
      },
    };
  });
  const ofPositions = positions.map((event): Change => ({
    atMs: event.atMs,
    apply(state) {
      const userSharePct = (shares[event.botId] ?? 100) as UserSharePct;
      const before = state.positions.get(event.botId) ?? emptyPosition(userSharePct);
      const figures = {
        interestSum: parseNav(event.interestSum),
        billIndex: event.billIndex === null ? ONE_NAV : parseNav(event.billIndex),
      };
      const earned = computeEarned(before, figures);
      state.positions.set(event.botId, {
        units: toUnits(before.units + parseUnits(event.units)),
        ownDeposit: add(before.ownDeposit, parseCents(event.ownDeposit)),
        ownProfit: add(before.ownProfit, parseCents(event.ownProfit)),
        lossCarried: add(before.lossCarried, parseCents(event.lossCarried)),
        interest: accrual(earned.interest + parseAccrual(event.interest)),
        billInterest: accrual(earned.billInterest + parseAccrual(event.billInterest)),
        ...figures,
        userSharePct,
        shareAbove: event.billIndex === null ? "nothing" : "bills",
        changedAtMs: event.atMs,
        markAtChange: parseNav(event.mark),
      });
      if (event.kind === "adjustment") count(state, parseCents(event.value));
    },
  }));
  return [...ofMoney, ...ofPositions].sort((one, other) => one.atMs - other.atMs);
}

function count(state: WorthState, moved: Cents): void {
  if (moved >= 0n) state.added = add(state.added, moved);
  else state.taken = add(state.taken, negated(moved));
}

function emptyPosition(userSharePct: UserSharePct): Position & EarningFigures {
  return {
    units: ZERO_UNITS,
    ownDeposit: ZERO_CENTS,
    ownProfit: ZERO_CENTS,
    lossCarried: ZERO_CENTS,
    interest: ZERO_ACCRUAL,
    billInterest: ZERO_ACCRUAL,
    interestSum: nav(0n),
    billIndex: ONE_NAV,
    userSharePct,
    shareAbove: "nothing",
  };
}

/** The earnings of the position, and of bills, when the pool's figures were these. */
function computeEarned(
  position: Position & EarningFigures,
  { interestSum, billIndex }: EarningFigures,
): Pick<Position, "interest" | "billInterest"> {
  return {
    interest: accrual(position.interest + accrue(position.units, nav(interestSum - position.interestSum))),
    billInterest: accrueBillInterest(position, { from: position.billIndex, to: billIndex }),
  };
}

function computeWorth({ money, positions }: WorthState, marks: ReadonlyMap<string, PastMarks>, atMs: number): Cents {
  let worth: Cents = money;
  for (const [botId, position] of positions) {
    if (position.units === 0n) continue;
    const mark = findLastMark(position, marks.get(botId), atMs);
    const earned = computeEarned(position, mark);
    const { toDepositFunds, toProfitFunds } = computePayout({ ...position, ...earned }, mark.nav);
    worth = add(worth, toDepositFunds, toProfitFunds);
  }
  return worth;
}

/** The last price of a unit up to a moment. One that the investor bought or redeemed at counts before a mark of that moment. */
function findLastMark(
  { changedAtMs, markAtChange, interestSum, billIndex }: HeldPosition,
  marks: PastMarks | undefined,
  atMs: number,
): { nav: Nav } & EarningFigures {
  const found = marks && findMark(marks, atMs);
  return found === undefined || found.atMs <= changedAtMs ? { nav: markAtChange, interestSum, billIndex } : found;
}
