import { toOrder } from "./advance-payout.ts";
import { decideReport } from "./decide-report.ts";
import { isSent } from "../requests/transitions.ts";
import type { PayoutRail, RailReport } from "./payout-rail.ts";
import { findOpenPayout, listPayoutsSince, type OpenPayout } from "./store.ts";
import type { Sql } from "../../platform/db/pool.ts";

/** The answers of a rail about the payments of a time. */
export interface RailComparison {
  rail: string;
  payments: number;
  /** Payments that the rail answered for now. The others must be compared with its records by hand. */
  answered: number;
  /** Sentences about the payments that differ. */
  problems: string[];
}

const MOST_PAYMENTS = 5_000;
const ANSWER_WITHIN_MS = 10_000;
/** A rail that does not answer this many times in a row is not asked any more. */
const FAILURES_IN_A_ROW = 3;

/**
 * Asks the rails about every payment since a time, and records nothing.
 * @param rails those that can be asked; payments over others count as not answered
 */
export async function compareWithRails(
  sql: Sql,
  rails: readonly PayoutRail[],
  since: Date,
): Promise<readonly RailComparison[]> {
  const compared = new Map<string, RailComparison & { failures: number }>();
  for (const { id, rail: name } of await listPayoutsSince(sql, since, MOST_PAYMENTS)) {
    const of = compared.get(name) ?? { rail: name, payments: 0, answered: 0, problems: [], failures: 0 };
    compared.set(name, of);
    of.payments += 1;
    const rail = rails.find((each) => each.name === name);
    const open = await findOpenPayout(sql, id);
    if (!rail || !open || of.failures >= FAILURES_IN_A_ROW) continue;
    const report = await ask(rail, open);
    const problem = compareReport(open, report);
    of.failures = problem === undefined ? of.failures + 1 : 0;
    if (problem === undefined) continue;
    of.answered += 1;
    if (problem !== null) of.problems.push(problem);
  }
  return [...compared.values()].map(({ failures: _failures, ...rest }) => rest);
}

function ask(rail: PayoutRail, open: OpenPayout): Promise<RailReport> {
  return rail
    .query(toOrder(open, open.payout), AbortSignal.timeout(ANSWER_WITHIN_MS))
    .catch(() => ({ kind: "no-answer", reason: "" }) as const);
}

/** @returns what differs; null when nothing does; undefined when the report says neither */
function compareReport({ payout }: OpenPayout, report: RailReport): string | null | undefined {
  const name = `payment ${payout.reference} over ${payout.rail}, here ${payout.state}`;
  if (report.kind === "not-found")
    return payout.state === "confirmed" || payout.state === "reversed" ? `${name}: the rail does not know it` : null;
  if (report.kind !== "paid" && report.kind !== "failed" && report.kind !== "reversed")
    return isSent(payout.state) && report.kind === "pending" ? null : undefined;
  const meaning = decideReport(payout, report);
  return meaning.to === "review" ? `${name}: ${meaning.summary}` : null;
}
