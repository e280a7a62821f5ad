import type { Statement, StatementLine } from "@wazi/contracts";
import { add, formatCents, parseCents } from "@wazi/domain";
import { AppError } from "../../platform/base/app-error.ts";
import {
  formatMovement,
  toBalances,
  computeChanges,
  toStatementFigures,
  addBalances,
  type Balances,
  type Movement,
} from "../../ledger/api.ts";
import type { Sql } from "../../platform/db/pool.ts";
import type { MonthCount, MonthParts } from "./store.ts";
import * as texts from "../../messages/investing.ts";

export interface StatementDeps {
  sql: Sql;
  now: () => Date;
  isPaperMoney: boolean;
  /** Null in demo mode. */
  operator: Statement["operator"];
}

/** The investor that a statement belongs to. */
export interface StatementOwner {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
}

/**
 * Makes the statement of a month (UTC): every movement of an investor's money with opening, running and closing balances.
 * All figures come from one snapshot of the ledger entries, so each month opens with the closing balances of the one
 * before.
 * @param month YYYY-MM
 * @throws AppError VALIDATION a future month
 */
export function toStatement(deps: StatementDeps, owner: StatementOwner, month: string, parts: MonthParts): Statement {
  const madeAt = deps.now();
  const from = new Date(`${month}-01T00:00:00Z`);
  const until = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1));
  if (from > madeAt) {
    const message = texts.statementMonthInvalid;
    throw new AppError("VALIDATION", message, { fields: { month: message } });
  }
  const { movements, count } = parts;
  const [opening, closing] = [toBalances(parts.opening), toBalances(parts.closing)];
  return {
    month,
    from: from.toISOString(),
    until: until.toISOString(),
    madeAt: madeAt.toISOString(),
    name: `${owner.firstName} ${owner.lastName}`,
    email: owner.email,
    isPaperMoney: deps.isPaperMoney,
    operator: deps.operator,
    opening: toStatementFigures(opening),
    lines: toStatementLines(movements, opening, owner.id),
    leftOut: count - movements.length,
    closing: toStatementFigures(closing),
  };
}

/** Lists the months from an investor's first movement to the current one, newest first, with their number of lines. */
export function listStatementMonths(counted: readonly MonthCount[], now: Date): MonthCount[] {
  const current = now.toISOString().slice(0, 7);
  const first = counted[0]?.month ?? current;
  const months: MonthCount[] = [];
  for (let back = 0; ; back += 1) {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7);
    if (month < first) return months;
    months.push({ month, lines: counted.find((each) => each.month === month)?.lines ?? 0 });
  }
}

function toStatementLines(rows: readonly Movement[], opening: Balances, ownerId: string): StatementLine[] {
  let running = opening;
  return rows.map((row) => {
    const changes = computeChanges(row);
    running = addBalances(running, changes);
    const parts = row.parts ?? [];
    return {
      id: row.id,
      at: row.postedAt.toISOString(),
      kind: row.kind,
      text: formatMovement(row, ownerId, "owner"),
      botName: parts.length === 1 ? (parts[0]?.botName ?? null) : null,
      reason: row.reason,
      parts: parts.map(({ botId, botName, ownDeposit, ownProfit, value, profitShare, interest, belowBills }) => ({
        botId,
        botName,
        ownMoney: formatCents(add(parseCents(ownDeposit), parseCents(ownProfit))),
        value,
        profitShare,
        interest,
        belowBills,
      })),
      profitShare: formatCents(add(...parts.map((part) => parseCents(part.profitShare)))),
      amounts: toStatementFigures(changes),
      balances: toStatementFigures(running),
    };
  });
}
