import {
  acceptBatchFee,
  discardChainBatch,
  exportChainBatch,
  getChainPayouts,
  importSignedBatch,
  prepareChainBatch,
  raiseChainFee,
} from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import { AppError } from "../../platform/base/app-error.ts";
import { toAuditActor } from "../../record/api.ts";
import { registerCall } from "../../platform/http/register-call.ts";
import type { ChainPayoutDeps } from "./paying-chain.ts";
import { readChainOverview } from "./overview/read-chain-overview.ts";
import { acceptFee, discardBatch } from "./decide-batch.ts";
import { exportBatch, importSigned } from "./signed-batch.ts";
import { prepareBatch, raiseFee } from "./prepare-batch.ts";
import * as texts from "../../messages/withdrawals.ts";

/** The administrators' calls about payouts that leave on chains. */
export function addChainPayoutRoutes(app: FastifyInstance, deps: ChainPayoutDeps): void {
  registerCall(app, getChainPayouts, () => readChainOverview(deps));
  registerCall(app, prepareChainBatch, async (input) => {
    const chain = deps.chains.find(({ network }) => network === input.params.network);
    if (!chain) throw new AppError("NOT_FOUND", texts.networkNotSetUp);
    const id = await prepareBatch(deps, chain, toAuditActor(input));
    if (id === null) throw new AppError("CONFLICT", texts.networkRefusesAll);
    return { id };
  });
  registerCall(app, exportChainBatch, async (input) => {
    const { fileName, content } = await exportBatch(deps, input.params.batch, toAuditActor(input));
    return { fileName, content };
  });
  registerCall(app, importSignedBatch, async (input): Promise<undefined> => {
    await importSigned(deps, input.params.batch, input.body.content, toAuditActor(input));
  });
  registerCall(app, acceptBatchFee, async (input): Promise<undefined> => {
    await acceptFee(deps, input.params.batch, toAuditActor(input));
  });
  registerCall(app, discardChainBatch, async (input): Promise<undefined> => {
    await discardBatch(deps, input.params.batch, toAuditActor(input));
  });
  registerCall(app, raiseChainFee, async (input) => ({
    id: await raiseFee(deps, input.params.transfer, toAuditActor(input)),
  }));
}
