import type { StatementFigures, StatementKind } from "@wazi/contracts";
import { add, formatCents, parseCents, ZERO_CENTS, type Cents } from "@wazi/domain";

/** An investor's accounts, named by the last part of their codes, and the own money in positions. */
type BalanceName = "deposit_funds" | "profit_funds" | "withdrawal_hold" | "running_profit" | "invested";

/** The balance of one account, or its change, as a decimal string. */
export interface BalanceRow {
  account: BalanceName;
  amount: string;
}

export type Balances = Record<BalanceName, Cents>;

/** The changes that a movement made to one position, as decimal strings. */
interface MovementPart {
  botId: string;
  botName: string;
  ownDeposit: string;
  ownProfit: string;
  value: string;
  profitShare: string;
  interest: string;
  /** The part of the gain that bore no share, because bills would have earned it too. */
  belowBills: string;
}

/** One ledger transaction that touched an investor's money, from that investor's side. */
export interface Movement {
  id: string;
  kind: StatementKind;
  /** Null when the system made it. */
  actorId: string | null;
  reason: string | null;
  postedAt: Date;
  /** The change of each account, without unchanged accounts. */
  amounts: Partial<Record<BalanceName, string>> | null;
  parts: MovementPart[] | null;
  /** For a deposit: the currency sent and its network. */
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

/** Computes the change that a movement made to each balance. */
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

/** Returns the balances under the names of the API. */
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
