import { DAY_MS, type RailStatements } from "@wazi/contracts";
import { accrual, formatAccrual, parseAccrual, spreadThrough } from "@wazi/domain";
import { AppError } from "../../platform/base/app-error.ts";
import { type Difference, type FurtherChecks, LEDGER_START, type LedgerPosition } from "../../ledger/api.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { readRailStatements } from "../statements/compare-statements.ts";
import { listArrivals } from "../statements/interest-arrivals/store.ts";
import {
  listChainDifferences,
  listDepositDifferences,
  listInterestDifferences,
  listPayoutDifferences,
  sumGivenInterest,
} from "./store.ts";

export const railCheckNames = [
  "payouts and withdrawals",
  "fee of each withdrawal",
  "other fees of payouts",
  "charges of statements",
  "payouts and transactions",
  "transactions and payouts",
  "payments and deposits",
  "deposits and payments",
  "reports and payments",
  "imported statements",
  "charges to book",
  "interest of statements",
] as const;

/**
 * Compares the payments over rails with the ledger and with the imported statements, both ways, and names each difference.
 * @param since leaves out what has not changed since a position; the imported statements are always compared completely
 */
export async function findRailDifferences(
  sql: Queryable,
  { since = LEDGER_START, mostLines }: { since?: LedgerPosition; mostLines?: number } = {},
): Promise<Difference[]> {
  const inBooks = [
    ...(await listPayoutDifferences(sql, since)),
    ...(await listChainDifferences(sql, since)),
    ...(await listDepositDifferences(sql, since)),
    ...(await findInterestDifferences(sql)),
  ];
  const { differences, charges, tooMany } = await readStatements(sql, mostLines);
  const inStatements = differences.map(({ account, kind, summary }) => ({
    check: "imported statements",
    subject: account,
    expected: "the same in our books and in the statement",
    actual: `${kind}: ${summary}`,
  }));
  const toBook = charges.map(({ account, month, currency, lines, localAmount }) => ({
    check: "charges to book",
    subject: `${account}, ${month}`,
    expected: "charges that two administrators have booked",
    actual: `${localAmount} ${currency} in ${lines} ${lines === 1 ? "line" : "lines"} not booked`,
  }));
  return [...inBooks, ...inStatements, ...toBook, ...tooMany];
}

/** Pools got no more of each day than their part, and all of them together no more than what had arrived for the days so far. */
async function findInterestDifferences(sql: Queryable): Promise<Difference[]> {
  const check = "interest of statements";
  const { day, given } = await sumGivenInterest(sql);
  const ofDays = (await listInterestDifferences(sql)).map((each) => ({ check, ...each }));
  const arrivals = day === null ? [] : await listArrivals(sql);
  const last = Date.parse(day ?? "") / DAY_MS;
  const arrived = arrivals.reduce((sum, each) => sum + spreadThrough(each, last), 0n);
  if (parseAccrual(given) <= arrived) return ofDays;
  const most = formatAccrual(accrual(arrived));
  return [...ofDays, { check, subject: "all bots", expected: `at most $${most}`, actual: `$${given}` }];
}

/** Too many lines to compare are a difference like others, so that the other checks still run. */
async function readStatements(
  sql: Queryable,
  mostLines: number | undefined,
): Promise<Pick<RailStatements, "differences" | "charges"> & { tooMany: Difference[] }> {
  try {
    return { ...(await readRailStatements(sql, new Date(), { most: Infinity, mostLines })), tooMany: [] };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "CONFLICT") throw error;
    const tooMany = {
      check: "imported statements",
      subject: "all accounts",
      expected: "no more lines than can be compared",
      actual: error.message,
    };
    return { differences: [], charges: [], tooMany: [tooMany] };
  }
}

/** The checks as the comparisons of the books run them, each hour, on request and by command. */
export const railChecks: FurtherChecks = {
  names: railCheckNames,
  find: (sql, since) => findRailDifferences(sql, { since }),
};
