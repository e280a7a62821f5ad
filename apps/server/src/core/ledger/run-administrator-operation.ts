import type { Sql } from "../../db/pool.ts";
import { findRoleRefusal } from "../identity/refuse-role.ts";
import { findUser } from "../identity/store.ts";
import type { Door } from "./post.ts";
import { runMoneyOperation, type Answer, type Claim, type Decided } from "./run-money-operation.ts";

/**
 * As `runMoneyOperation`, on the word of an administrator: posted only as long as they still may move money, also where
 * the role is taken from them between the decision and the posting.
 * @throws AppError FORBIDDEN the role was taken from them meanwhile · as `runMoneyOperation`
 */
export function runAdministratorOperation<S, A extends Answer>(
  { sql, door }: { sql: Sql; door: Door },
  administratorId: string,
  claim: Claim | null,
  steps: { read: () => Promise<S>; decide: (snapshot: S) => Decided<A> },
): Promise<A> {
  let isFirst = true;
  return runMoneyOperation(door, claim, {
    read: async () => {
      // At first their session has only just said so.
      if (!isFirst) await refuseWithoutRight(sql, administratorId);
      isFirst = false;
      return steps.read();
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
