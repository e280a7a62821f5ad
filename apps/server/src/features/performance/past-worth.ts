import type { Performance } from "@wazi/contracts";
import {
  add,
  computePayout,
  formatCents,
  parseCents,
  parseNav,
  parseUnits,
  units as toUnits,
  ZERO_CENTS,
  ZERO_UNITS,
  type Cents,
  type Nav,
  type Position,
  type UserSharePct,
} from "@wazi/domain";
import type { BotMark, WorthParts } from "./store.ts";

/** The most points of a period, and the shortest time between two. */
const MAX_POINTS = 120;
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
  positions: Map<string, Position>;
  marks: Map<string, Nav>;
}

/**
 * Computes what an investor had in all at evenly spaced moments from `from` until now: the own accounts, and what each
 * position would have paid after the platform's share at the last mark before the moment.
 * @param marks of all bots that the investor has had a position in
 */
export function computePerformance(
  parts: WorthParts,
  marks: readonly BotMark[],
  { from, now }: { from: Date | undefined; now: Date },
): Performance {
  const fromMs = Math.max(from?.getTime() ?? 0, parts.signedUpAt.getTime());
  const stepMs = Math.max(MIN_STEP_MS, (now.getTime() - fromMs) / MAX_POINTS);
  const changes = listChanges(parts, marks);
  const state: WorthState = {
    money: ZERO_CENTS,
    added: ZERO_CENTS,
    taken: ZERO_CENTS,
    positions: new Map(),
    marks: new Map(),
  };
  let next = 0;
  const playUntil = (atMs: number): void => {
    for (let change = changes[next]; change && change.atMs <= atMs; change = changes[next]) {
      change.apply(state);
      next += 1;
    }
  };
  const points: Performance["points"] = [];
  for (let atMs = fromMs; points.length === 0 || atMs < now.getTime(); atMs += stepMs) {
    playUntil(atMs);
    if (points.length === 0) state.added = state.taken = ZERO_CENTS;
    points.push({
      at: new Date(atMs).toISOString(),
      worth: formatCents(computeWorth(state)),
      netAdded: formatCents(add(state.added, negated(state.taken))),
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

function listChanges({ money, positions, shares }: WorthParts, marks: readonly BotMark[]): Change[] {
  const ofMoney = money.map(({ at, kind, amount }): Change => {
    const moved = parseCents(amount);
    return {
      atMs: Date.parse(at),
      apply(state) {
        state.money = add(state.money, moved);
        if (externalKinds.has(kind)) count(state, moved);
      },
    };
  });
  const ofPositions = positions.map((event): Change => ({
    atMs: Date.parse(event.at),
    apply(state) {
      const userSharePct = (shares[event.botId] ?? 100) as UserSharePct;
      const before = state.positions.get(event.botId) ?? emptyPosition(userSharePct);
      state.positions.set(event.botId, {
        units: toUnits(before.units + parseUnits(event.units)),
        ownDeposit: add(before.ownDeposit, parseCents(event.ownDeposit)),
        ownProfit: add(before.ownProfit, parseCents(event.ownProfit)),
        lossCarried: add(before.lossCarried, parseCents(event.lossCarried)),
        userSharePct,
      });
      state.marks.set(event.botId, parseNav(event.mark));
      if (event.kind === "adjustment") count(state, parseCents(event.value));
    },
  }));
  const ofMarks = marks.map(({ botId, at, exitMark }): Change => {
    const mark = parseNav(exitMark);
    return { atMs: at.getTime(), apply: (state) => void state.marks.set(botId, mark) };
  });
  // Stable, and marks first: a position bought at the moment of a mark counts at the price that it paid.
  return [...ofMarks, ...ofMoney, ...ofPositions].sort((one, other) => one.atMs - other.atMs);
}

function count(state: WorthState, moved: Cents): void {
  if (moved >= 0n) state.added = add(state.added, moved);
  else state.taken = add(state.taken, negated(moved));
}

function emptyPosition(userSharePct: UserSharePct): Position {
  return { units: ZERO_UNITS, ownDeposit: ZERO_CENTS, ownProfit: ZERO_CENTS, lossCarried: ZERO_CENTS, userSharePct };
}

function computeWorth({ money, positions, marks }: WorthState): Cents {
  let worth: Cents = money;
  for (const [botId, position] of positions) {
    const mark = marks.get(botId);
    if (mark === undefined || position.units === 0n) continue;
    const { toDepositFunds, toProfitFunds } = computePayout(position, mark);
    worth = add(worth, toDepositFunds, toProfitFunds);
  }
  return worth;
}
