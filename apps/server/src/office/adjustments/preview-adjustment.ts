import type { AdjustmentPreview } from "@wazi/contracts";
import { computeAdjustedAmount, formatCents, parseCents } from "@wazi/domain";
import { needsSecond, readAloneControl, formatLedgerAccount, toLedgerEntries } from "../../ledger/api.ts";
import { toAccountFigures } from "../../investing/api.ts";
import type { BackOfficeDeps } from "../users/delete-user.ts";
import { decideAccountAdjustment, readAdjustmentBasis, type AdjustmentBody } from "./decide-account-adjustment.ts";

/**
 * Computes the entries that an adjustment would post, with the same code as the adjustment. Moves no money.
 * @throws AppError as `adjustAccount` does
 */
export async function previewAdjustment(
  deps: Pick<BackOfficeDeps, "sql" | "maxPriceAgeMs" | "now" | "aloneRule">,
  input: { adminId: string; userId: string; body: AdjustmentBody },
): Promise<AdjustmentPreview> {
  const { adminId, userId, body } = input;
  const read = await readAdjustmentBasis(deps, { userId, adminId });
  const whose = { adminId, investorId: read.user.id };
  const control = await readAloneControl(deps.sql, { ...whose, now: deps.now(), rule: deps.aloneRule });
  const { decision, after } = decideAccountAdjustment(read, body);
  const counted = computeAdjustedAmount(decision);
  const { userId: ownerId, bots: bots } = read.snapshot;
  const botNameOf = (botId: string): string => bots.find(({ pool }) => pool.id === botId)?.pool.name ?? botId;
  return {
    before: toAccountFigures(read.snapshot),
    after: toAccountFigures(after),
    lines: toLedgerEntries(decision.postings).map(({ account, amount }) => ({
      account: formatLedgerAccount(account, { userId: ownerId, botNameOf }),
      amount,
    })),
    counted: formatCents(counted),
    adjustedBefore: formatCents(parseCents(control.actedAlone)),
    limit: formatCents(deps.aloneRule.limit),
    needsApproval: needsSecond("adjustAccount", control, counted),
    approvers: control.approvers,
  };
}
