import type { RailStatements } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { type Difference, type FurtherChecks, LEDGER_START, type LedgerPosition } from "../../ledger/api.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { readRailStatements } from "../statements/compare-statements.ts";
import { listChainDifferences, listDepositDifferences, listPayoutDifferences } from "./store.ts";

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
