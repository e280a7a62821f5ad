import {
  decidePayoutReview as decideReviewCall,
  getPayouts,
  resolvePayout as resolveCall,
  resumeRail as resumeCall,
  setLocalRate as setRateCall,
  stopRail as stopCall,
  type PayoutOverview,
  type PayoutRailHealth,
} from "@wazi/contracts";
import { formatCents } from "@wazi/domain";
import type { FastifyInstance } from "fastify";
import { AppError } from "../../platform/base/app-error.ts";
import { type Door, listLocalRates, registerMoneyCall } from "../../ledger/api.ts";
import type { Sql } from "../../platform/db/pool.ts";
import { toAuditActor } from "../../record/api.ts";
import { registerCall } from "../../platform/http/register-call.ts";
import { judgeRail, type PaymentNetwork, listRailReadings } from "../../deposits/api.ts";
import { decideReview, resumeRail, setLocalRate, stopRail } from "./control-rails.ts";
import { listFees, listPayouts, listReviews, readRailHealth } from "./overview-store.ts";
import { findDailyLimit, type DailyLimits } from "./payout-deps.ts";
import { resolvePayout } from "./resolve-payout.ts";

export interface PayoutRouteDeps {
  sql: Sql;
  door: Door;
  now: () => Date;
  mode: PayoutOverview["mode"];
  rails: readonly { name: string }[];
  dailyLimit: DailyLimits | undefined;
  /** The networks that deposits are read from. */
  depositNetworks: readonly PaymentNetwork[];
  /** The charges on rails' statements that are booked. */
  listBookedCharges: (sql: Sql) => Promise<PayoutOverview["charges"]>;
}

/** The administrators' calls about rails and payments over them. */
export function addPayoutRoutes(app: FastifyInstance, deps: PayoutRouteDeps): void {
  const { sql, now } = deps;
  registerCall(app, getPayouts, () => readOverview(deps));
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
  registerCall(app, setRateCall, (input) => setLocalRate(deps, { admin: toAuditActor(input), body: input.body }));
}

const formatLimitOf =
  ({ dailyLimit }: PayoutRouteDeps) =>
  (rail: string): string | null => {
    const limit = findDailyLimit(dailyLimit, rail);
    return limit === undefined ? null : formatCents(limit);
  };

async function readHealth(deps: PayoutRouteDeps, rail: string): Promise<PayoutRailHealth> {
  const [health] = await readRailHealth(deps.sql, [rail], formatLimitOf(deps), deps.now());
  if (!health) throw new AppError("NOT_FOUND", "Rail not found.");
  return health;
}

async function readOverview(deps: PayoutRouteDeps): Promise<PayoutOverview> {
  const { sql, rails, mode, depositNetworks } = deps;
  const names = rails.map(({ name }) => name);
  const [health, readings, payouts, reviews, fees, charges, rates] = await Promise.all([
    readRailHealth(sql, names, formatLimitOf(deps), deps.now()),
    listRailReadings(sql, depositNetworks),
    listPayouts(sql),
    listReviews(sql),
    listFees(sql),
    deps.listBookedCharges(sql),
    listLocalRates(sql),
  ]);
  const shown = rates.map(({ setAt, ...rate }) => ({ ...rate, setAt: setAt.toISOString() }));
  const depositRails = readings.map(({ firstAt, ...reading }) => ({
    ...reading,
    state: judgeRail({ firstAt, ...reading }, deps.now()),
  }));
  return { mode, rails: health, depositRails, payouts, reviews, fees, charges, rates: shown };
}
