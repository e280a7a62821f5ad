import { maxStatementLines, type Statement, type StatementFigures, type StatementLine } from "@wazi/contracts";
import { add, formatCents, parseCents, zeroCents, type Cents } from "@wazi/domain";
import { AppError } from "../../core/app-error.ts";
import type { Sql } from "../../db/pool.ts";
import { lineTextOf } from "./line-text.ts";
import { countByMonth, listStatementRows, sumBefore, type BalanceRow, type StatementRow } from "./store.ts";

export interface StatementDeps {
  sql: Sql;
  now: () => Date;
  isPaperMoney: boolean;
  /** Null in demo mode. */
  operator: Statement["operator"];
}

/** Whose statement it is. */
export interface StatementOwner {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
}

type Account = BalanceRow["account"];
type Balances = Record<Account, Cents>;

const nothing: Balances = {
  deposit_funds: zeroCents,
  profit_funds: zeroCents,
  withdrawal_hold: zeroCents,
  running_profit: zeroCents,
  invested: zeroCents,
};

/**
 * Every movement of an investor's money in one month (UTC), with what each account held before, after each line and at
 * the end, read in one snapshot from the ledger's entries: what a month closes with, the next one opens with.
 * @param month YYYY-MM
 * @throws AppError VALIDATION a month that has not begun
 */
export async function readStatement(deps: StatementDeps, owner: StatementOwner, month: string): Promise<Statement> {
  const madeAt = deps.now();
  const from = new Date(`${month}-01T00:00:00Z`);
  const until = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1));
  if (from > madeAt) {
    const message = "month must be one that has begun, such as 2026-11";
    throw new AppError("VALIDATION", message, { fields: { month: message } });
  }
  const { opening, closing, rows, count } = await deps.sql.begin(
    "isolation level repeatable read read only",
    async (tx) => ({
      opening: balancesOf(await sumBefore(tx, owner.id, from)),
      closing: balancesOf(await sumBefore(tx, owner.id, until)),
      rows: await listStatementRows(tx, owner.id, { from, until, limit: maxStatementLines }),
      count: (await countByMonth(tx, owner.id)).find((each) => each.month === month)?.lines ?? 0,
    }),
  );
  return {
    month,
    from: from.toISOString(),
    until: until.toISOString(),
    madeAt: madeAt.toISOString(),
    name: `${owner.firstName} ${owner.lastName}`,
    email: owner.email,
    isPaperMoney: deps.isPaperMoney,
    operator: deps.operator,
    opening: figuresOf(opening),
    lines: linesOf(rows, opening, owner.id),
    leftOut: count - rows.length,
    closing: figuresOf(closing),
  };
}

/** The months from an investor's first movement to the current one, newest first; one without movements counts 0 lines. */
export async function listStatementMonths(
  deps: StatementDeps,
  userId: string,
): Promise<{ month: string; lines: number }[]> {
  const counted = await countByMonth(deps.sql, userId);
  const now = deps.now();
  const current = now.toISOString().slice(0, 7);
  const first = counted[0]?.month ?? current;
  const months: { month: string; lines: number }[] = [];
  for (let back = 0; ; back += 1) {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7);
    if (month < first) return months;
    months.push({ month, lines: counted.find((each) => each.month === month)?.lines ?? 0 });
  }
}

function balancesOf(rows: readonly BalanceRow[]): Balances {
  const balances = { ...nothing };
  for (const { account, amount } of rows) balances[account] = parseCents(amount);
  return balances;
}

/** As the contract names them. */
function figuresOf(balances: Balances): StatementFigures {
  return {
    balance: formatCents(add(balances.deposit_funds, balances.profit_funds)),
    depositFunds: formatCents(balances.deposit_funds),
    profitFunds: formatCents(balances.profit_funds),
    onHold: formatCents(balances.withdrawal_hold),
    runningProfit: formatCents(balances.running_profit),
    invested: formatCents(balances.invested),
  };
}

function linesOf(rows: readonly StatementRow[], opening: Balances, ownerId: string): StatementLine[] {
  let running = opening;
  return rows.map((row) => {
    const changes = changesOf(row);
    running = sumOf(running, changes);
    const parts = row.parts ?? [];
    return {
      id: row.id,
      at: row.postedAt.toISOString(),
      kind: row.kind,
      text: lineTextOf(row, ownerId),
      botName: parts.length === 1 ? (parts[0]?.botName ?? null) : null,
      reason: row.reason,
      parts: parts.map(({ botId, botName, ownDeposit, ownProfit, value, profitShare }) => ({
        botId,
        botName,
        ownMoney: formatCents(add(parseCents(ownDeposit), parseCents(ownProfit))),
        value,
        profitShare,
      })),
      profitShare: formatCents(add(...parts.map((part) => parseCents(part.profitShare)))),
      amounts: figuresOf(changes),
      balances: figuresOf(running),
    };
  });
}

function changesOf({ amounts, parts }: StatementRow): Balances {
  const changes = { ...nothing };
  for (const [account, amount] of Object.entries(amounts ?? {})) changes[account as Account] = parseCents(amount);
  changes.invested = add(
    ...(parts ?? []).flatMap(({ ownDeposit, ownProfit }) => [parseCents(ownDeposit), parseCents(ownProfit)]),
  );
  return changes;
}

function sumOf(balances: Balances, changes: Balances): Balances {
  const after = { ...balances };
  for (const account of Object.keys(after) as Account[]) after[account] = add(after[account], changes[account]);
  return after;
}
