import type { Queryable } from "../../db/pool.ts";

/** What a user holds, in dollars, and what of theirs waits to be ended. */
export interface RemainingMoney {
  /** Deposit funds and profit funds. */
  balance: string;
  /** Asked for and not yet paid out. */
  withdrawalHold: string;
  /** Granted by adjustment and not yet moved to the balance. */
  adjustmentProfit: string;
  activeBots: number;
  pendingDeposits: number;
  pendingWithdrawals: number;
  waitingExits: number;
  pendingVerifications: number;
}

/** Locks a user's ledger accounts as the door does, in the same order: nothing is posted to them until the transaction ends. */
export async function lockAccounts(tx: Queryable, userId: string): Promise<void> {
  await tx`select from ledger_accounts where user_id = ${userId} order by id for no key update`;
}

/** Stays as it is read while `lockAccounts` holds the accounts. */
export async function readRemainingMoney(tx: Queryable, userId: string): Promise<RemainingMoney> {
  const [row] = await tx<RemainingMoney[]>`
    select
      coalesce(sum(balance) filter (where code like '%:deposit_funds' or code like '%:profit_funds'), 0)::numeric(20, 2)::text
        as "balance",
      coalesce(sum(balance) filter (where code like '%:withdrawal_hold'), 0)::numeric(20, 2)::text as "withdrawalHold",
      coalesce(sum(balance) filter (where code like '%:running_profit'), 0)::numeric(20, 2)::text as "adjustmentProfit",
      (select count(*)::int from positions where user_id = ${userId} and is_active) as "activeBots",
      (select count(*)::int from deposits where user_id = ${userId} and status = 'pending') as "pendingDeposits",
      (select count(*)::int from withdrawals where user_id = ${userId} and status in ('pending', 'processing'))
        as "pendingWithdrawals",
      (select count(*)::int from exits where user_id = ${userId} and status = 'pending') as "waitingExits",
      (select count(*)::int from verifications where user_id = ${userId} and status = 'pending') as "pendingVerifications"
    from ledger_accounts where user_id = ${userId}`;
  if (!row) throw new Error("an aggregate without a group answers one row");
  return row;
}
