import type { Sql } from "../../platform/db/pool.ts";
import { findRoleRefusal } from "../../platform/http/guard.ts";
import { findUser } from "../identity/store.ts";
import { type Door, type RequestKey, runMoneyOperation, type Answer, type Decided } from "../../ledger/api.ts";

/**
 * Runs a money operation for an administrator. The operation is posted only if the administrator may still move money,
 * also when the role is revoked between the decision and the posting.
 * @throws AppError FORBIDDEN when the role was revoked meanwhile; otherwise as `runMoneyOperation`
 */
export function runAdministratorOperation<S, A extends Answer>(
  { sql, door }: { sql: Sql; door: Door },
  administratorId: string,
  requestKey: RequestKey | null,
  steps: { read: (isFirst: boolean) => Promise<S>; decide: (snapshot: S) => Decided<A> },
): Promise<A> {
  return runMoneyOperation(door, requestKey, {
    read: async (isFirst) => {
      // The first attempt needs no check, because the session was read just before.
      if (!isFirst) await refuseWithoutRight(sql, administratorId);
      return steps.read(isFirst);
    },
    decide: (snapshot) => {
      const { operation, answer } = steps.decide(snapshot);
      const { moneyAdministrators = [] } = operation.expects;
      const expects = { ...operation.expects, moneyAdministrators: [...moneyAdministrators, administratorId] };
      return { operation: { ...operation, expects }, answer };
    },
  });
}

async function refuseWithoutRight(sql: Sql, administratorId: string): Promise<void> {
  const user = await findUser(sql, administratorId);
  const refusal = findRoleRefusal(user?.adminRole ?? null, "money");
  if (refusal) throw refusal;
}
