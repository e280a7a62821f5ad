import {
  decideLocalRate as decideRateCall,
  decidePayoutReview as decideReviewCall,
  resolvePayout as resolveCall,
  resumeRail as resumeCall,
  setLocalRate as setRateCall,
  stopRail as stopCall,
} from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import { type AloneRule, type Door, registerMoneyCall } from "../../ledger/api.ts";
import { toAuditActor } from "../../record/api.ts";
import { Answer } from "../../platform/http/answer.ts";
import { registerCall } from "../../platform/http/register-call.ts";
import { decideReview, type RailDeps, readHealth, resumeRail, stopRail } from "./control-rails.ts";
import { decideLocalRate, setLocalRate } from "./set-local-rate.ts";
import { resolvePayout } from "./resolve-payout.ts";

/** The administrators' calls that stop and resume rails, set rates, and decide payments over them. */
export function addPayoutRoutes(app: FastifyInstance, deps: RailDeps & { door: Door; aloneRule: AloneRule }): void {
  const { sql, now } = deps;
  registerCall(app, stopCall, async (input) => {
    const { rail } = input.params;
    await stopRail(deps, { admin: toAuditActor(input), rail, reason: input.body.reason });
    return readHealth(deps, rail);
  });
  registerCall(app, resumeCall, async (input) => {
    const { rail } = input.params;
    await resumeRail(deps, { admin: toAuditActor(input), rail });
    return readHealth(deps, rail);
  });
  registerMoneyCall(app, sql, resolveCall, ({ user, params, body, requestKey, address }) =>
    resolvePayout(deps, { admin: { id: user.id, address }, payoutId: params.id, body, requestKey }),
  );
  registerCall(app, decideReviewCall, async (input): Promise<undefined> => {
    await decideReview({ sql, now }, { admin: toAuditActor(input), id: input.params.review, ...input.body });
  });
  registerCall(app, setRateCall, async (input) => {
    const { status, body } = await setLocalRate(deps, { admin: toAuditActor(input), body: input.body });
    return new Answer(status, body);
  });
  registerCall(app, decideRateCall, async (input): Promise<undefined> => {
    const { decision } = input.body;
    await decideLocalRate(deps, { admin: toAuditActor(input), id: input.params.proposal, decision });
  });
}
