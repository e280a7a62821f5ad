import { chooseBalanceInterest as chooseCall, getBalanceInterest } from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import { registerMoneyCall } from "../../ledger/api.ts";
import { registerCall } from "../../platform/http/register-call.ts";
import { type BalanceInterestDeps, chooseBalanceInterest, readBalanceInterest } from "./choose-balance-interest.ts";

export function addBalanceInterestRoutes(app: FastifyInstance, deps: BalanceInterestDeps): void {
  registerCall(app, getBalanceInterest, ({ user }) => readBalanceInterest(deps, user.id));
  registerMoneyCall(app, deps.sql, chooseCall, ({ user, body, requestKey, address }) =>
    chooseBalanceInterest(deps, { session: user, isOn: body.isOn, requestKey, address }),
  );
}
