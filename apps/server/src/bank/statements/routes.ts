import {
  approveExplanation as approveCall,
  decideCharges as decideChargesCall,
  declineExplanation as declineCall,
  explainDifference as explainCall,
  getRailStatements,
  importRailStatement as importCall,
  previewRailStatement as previewCall,
  proposeCharges as proposeChargesCall,
} from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import { toAuditActor } from "../../record/api.ts";
import { registerCall, type CallInput } from "../../platform/http/register-call.ts";
import { readAloneControl, registerMoneyCall } from "../../ledger/api.ts";
import { decideCharges, proposeCharges, type ChargeDeps } from "./book-charges.ts";
import { readRailStatements } from "./compare-statements.ts";
import { approveExplanation, declineExplanation, explainDifference, type DecisionDeps } from "./decide-difference.ts";
import { keepComparison } from "./keep-comparison.ts";

export function addRailStatementRoutes(app: FastifyInstance, deps: DecisionDeps & ChargeDeps): void {
  const { sql, now, mpesa, sharesInterest } = deps;
  registerCall(app, getRailStatements, async ({ user }) => {
    const found = await readRailStatements(sql, now(), { canCredit: mpesa !== undefined, sharesInterest });
    await keepComparison(deps, found);
    const whose = { adminId: user.id, investorId: null, now: now(), rule: deps.aloneRule };
    const { limit } = await readAloneControl(sql, whose);
    return { ...found, needsSecond: limit !== null };
  });
  // The readers of statements are loaded with the first one, so that the process starts sooner.
  const importOne = async (input: CallInput<typeof importCall>) => {
    const { importStatement } = await import("./import-statement.ts");
    return importStatement(deps, { admin: toAuditActor(input), body: input.body });
  };
  const previewOne = async ({ body }: CallInput<typeof previewCall>) => {
    const { previewStatement } = await import("./preview-statement.ts");
    return previewStatement(body);
  };
  registerCall(app, importCall, importOne);
  registerCall(app, previewCall, previewOne);
  registerCall(app, explainCall, (input) => explainDifference(deps, { admin: toAuditActor(input), body: input.body }));
  registerCall(app, approveCall, async (input): Promise<undefined> => {
    await approveExplanation(deps, { admin: toAuditActor(input), id: input.params.id });
  });
  registerCall(app, declineCall, async (input): Promise<undefined> => {
    await declineExplanation(deps, { admin: toAuditActor(input), id: input.params.id });
  });
  registerCall(app, proposeChargesCall, (input) =>
    proposeCharges(deps, { admin: toAuditActor(input), body: input.body }),
  );
  registerMoneyCall(app, sql, decideChargesCall, ({ user, params, body, requestKey, address }) =>
    decideCharges(deps, { admin: { id: user.id, address }, id: params.id, body, requestKey }),
  );
}
