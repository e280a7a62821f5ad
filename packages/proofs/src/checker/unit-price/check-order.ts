import { divideDown, format, isTrade, type Leaf, NAV, parseNav } from "./figures.ts";

/**
 * Checks that each trade and each day's interest continues from the unit price after the one before.
 * @throws Error when one is missing, or does not continue
 */
export function checkOrder(changes: readonly Leaf[]): void {
  let closed = 0;
  const lastDays = new Map<string, string>();
  changes.forEach((change, index) => {
    const { series, navBefore } = change;
    const before = changes[index - 1];
    const continues = parseNav(before?.series === series ? before.navAfter : "1") === parseNav(navBefore);
    if (isTrade(change)) {
      closed += 1;
      if (change.sequence !== String(closed)) throw new Error(`trade ${closed} is missing`);
      if (!continues) throw new Error(`trade ${change.sequence} does not continue the record`);
      if (!hasItsReturn(change)) throw new Error(`trade ${change.sequence} has another return than its unit prices`);
    } else {
      checkInterest(change, closed, continues);
      const pass = `${change.feed} ${change.record}`;
      if (change.day <= (lastDays.get(pass) ?? "")) throw new Error(`the interest of ${change.day} is there twice`);
      lastDays.set(pass, change.day);
    }
  });
}

/** Leaves up to version 0.3 have the pool's gain in dollars instead. */
function hasItsReturn({ returnPct, navBefore, navAfter }: Leaf): boolean {
  const [before, after] = [parseNav(navBefore), parseNav(navAfter)];
  return (returnPct ?? null) === null || returnPct === format(divideDown((after - before) * 1_000_000n, before), 4);
}

/** @throws Error when the interest of a day does not follow from its rate and the idle cash, or is in another place */
function checkInterest(change: Leaf, closed: number, continues: boolean): void {
  const [before, after, idle] = [change.navBefore, change.navAfter, change.idle].map(parseNav) as [
    bigint,
    bigint,
    bigint,
  ];
  const gross = parseNav(change.gross);
  const rate = gross - parseNav(change.margin);
  if (!continues || change.closeSequence !== String(closed))
    throw new Error(`the interest after trade ${change.closeSequence} does not continue the record`);
  if (idle > before || rate < 0n || rate > gross || after - before !== divideDown(idle * rate, NAV))
    throw new Error(`the interest after trade ${change.closeSequence} is not what its rate gives`);
}
