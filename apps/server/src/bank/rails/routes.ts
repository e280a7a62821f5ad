import { getPayouts, type PayoutOverview } from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import { judgeRail, listRailReadings, type PaymentNetwork } from "../../deposits/api.ts";
import { listLocalRates, listRateProposals } from "../../ledger/api.ts";
import { listSharedTraces } from "../../people/api.ts";
import { findProposalsSince, toLocalRate, toRateProposal } from "../../withdrawals/api.ts";
import type { Sql } from "../../platform/db/pool.ts";
import { registerCall } from "../../platform/http/register-call.ts";
import { listBookedCharges } from "../statements/store.ts";
import type { OpenedWithdrawals } from "../../withdrawals/api.ts";

export interface RailOverviewDeps {
  sql: Sql;
  now: () => Date;
  /** The networks that deposits are read from. */
  depositNetworks: readonly PaymentNetwork[];
  readPayouts: OpenedWithdrawals["readPayouts"];
}

/** The administrators' view of all rails, those of deposits and those of withdrawals. */
export function addRailRoutes(app: FastifyInstance, deps: RailOverviewDeps): void {
  registerCall(app, getPayouts, () => readOverview(deps));
}

async function readOverview({ sql, now, depositNetworks, readPayouts }: RailOverviewDeps): Promise<PayoutOverview> {
  const [payouts, readings, charges, rates, proposals] = await Promise.all([
    readPayouts(),
    listRailReadings(sql, depositNetworks),
    listBookedCharges(sql),
    listLocalRates(sql),
    listRateProposals(sql, findProposalsSince(now())),
  ]);
  const askers = proposals.map(({ askedBy }) => askedBy);
  return {
    ...payouts,
    depositRails: readings.map(({ firstAt, ...reading }) => ({
      ...reading,
      state: judgeRail({ firstAt, ...reading }, now()),
    })),
    charges,
    rates: rates.map(toLocalRate),
    rateProposals: proposals.map(toRateProposal),
    shared: await listSharedTraces(sql, askers),
  };
}
