import { parseNav, parseUnits } from "@wazi/domain";
import type { UnitFlow } from "../positions/store.ts";

/** Units bought (above 0) or redeemed during a trade, with the unit price and the pool's sum of interest then. Scaled by 10^12. */
interface FlowInside {
  readonly delta: bigint;
  readonly mark: bigint;
  readonly interestSum: bigint;
}

/** A bot's trades with `after` < sequence <= `until` (null: up to now) in which an investor held the same units. */
export interface HeldRange {
  readonly after: bigint;
  readonly until: bigint | null;
  /** The units at the opening of each of the trades, scaled by 10^12. */
  readonly opening: bigint;
  /** The most units during them. Above `opening` only in a single trade with flows. */
  readonly most: bigint;
  /** The flows during the trade, for a range of one trade. */
  readonly inside: readonly FlowInside[];
}

/** Divides a bot's trades by an investor's unit flows, which are in order. Trades without units are left out. */
export function toHeldRanges(flows: readonly UnitFlow[]): HeldRange[] {
  const ranges: HeldRange[] = [];
  let held = 0n;
  let after = 0n;
  const add = (until: bigint | null, most: bigint, inside: readonly FlowInside[] = []): void => {
    const isEmpty = most === 0n || (until !== null && until <= after);
    if (!isEmpty) ranges.push({ after, until, opening: held, most, inside });
    if (until !== null && until > after) after = until;
  };
  for (let index = 0; index < flows.length;) {
    const flow = flows[index];
    if (flow === undefined) break;
    const closed = BigInt(flow.closeSequence);
    add(closed, held);
    if (!flow.tradeOpen) {
      held += parseUnits(flow.unitsDelta);
      index += 1;
      continue;
    }
    const inside: FlowInside[] = [];
    let now = held;
    let most = held;
    for (let next = flows[index]; next?.tradeOpen && next.closeSequence === flow.closeSequence; next = flows[index]) {
      const delta = parseUnits(next.unitsDelta);
      inside.push({ delta, mark: parseNav(next.mark), interestSum: parseNav(next.interestSum) });
      now += delta;
      if (now > most) most = now;
      index += 1;
    }
    add(closed + 1n, most, inside);
    held = now;
  }
  add(null, held);
  return ranges;
}
