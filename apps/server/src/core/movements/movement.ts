import type { StatementFigures, StatementKind } from "@wazi/contracts";
import { add, formatCents, parseCents, ZERO_CENTS, type Cents } from "@wazi/domain";

/** An investor's accounts, by the last part of their codes, and the own money in positions. */
export type BalanceName = "deposit_funds" | "profit_funds" | "withdrawal_hold" | "running_profit" | "invested";

/** What one of them holds, or by how much it changed, as a decimal string. */
export interface BalanceRow {
  account: BalanceName;
  amount: string;
}

export type Balances = Record<BalanceName, Cents>;

/** What a movement did to one position, as decimal strings. */
interface MovementPart {
  botId: string;
  botName: string;
  ownDeposit: string;
  ownProfit: string;
  value: string;
  profitShare: string;
}

/** One ledger transaction that touched an investor's money, from that investor's side. */
export interface Movement {
  id: string;
  kind: StatementKind;
  /** Null where no person did it. */
  actorId: string | null;
  reason: string | null;
  postedAt: Date;
  /** By how much each account changed; one that did not is left out. */
  amounts: Partial<Record<BalanceName, string>> | null;
  parts: MovementPart[] | null;
  /** Of a deposit: what was sent, and on which network. */
  currency: string | null;
  network: string | null;
  isLate: boolean;
}

const nothing: Balances = {
  deposit_funds: ZERO_CENTS,
  profit_funds: ZERO_CENTS,
  withdrawal_hold: ZERO_CENTS,
  running_profit: ZERO_CENTS,
  invested: ZERO_CENTS,
};

export function toBalances(rows: readonly BalanceRow[]): Balances {
  const balances = { ...nothing };
  for (const { account, amount } of rows) balances[account] = parseCents(amount);
  return balances;
}

/** By how much a movement changed each of them. */
export function computeChanges({ amounts, parts }: Pick<Movement, "amounts" | "parts">): Balances {
  const changes = { ...nothing };
  for (const [account, amount] of Object.entries(amounts ?? {})) changes[account as BalanceName] = parseCents(amount);
  changes.invested = add(
    ...(parts ?? []).flatMap(({ ownDeposit, ownProfit }) => [parseCents(ownDeposit), parseCents(ownProfit)]),
  );
  return changes;
}

export function addBalances(balances: Balances, changes: Balances): Balances {
  const after = { ...balances };
  for (const account of Object.keys(after) as BalanceName[]) after[account] = add(after[account], changes[account]);
  return after;
}

/** As the contract names them. */
export function toStatementFigures(balances: Balances): StatementFigures {
  return {
    balance: formatCents(add(balances.deposit_funds, balances.profit_funds)),
    depositFunds: formatCents(balances.deposit_funds),
    profitFunds: formatCents(balances.profit_funds),
    onHold: formatCents(balances.withdrawal_hold),
    runningProfit: formatCents(balances.running_profit),
    invested: formatCents(balances.invested),
  };
}
