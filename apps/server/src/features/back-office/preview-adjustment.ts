import type { AdjustmentPreview } from "@wazi/contracts";
import { accountFiguresOf } from "../../core/investors/account-figures.ts";
import { accountInWords } from "../../core/ledger/account-words.ts";
import { entriesOf } from "../../core/ledger/operation.ts";
import type { BackOfficeDeps } from "./back-office-deps.ts";
import { decideAccountAdjustment, readAdjustmentBasis, type AdjustmentBody } from "./decide-account-adjustment.ts";

/**
 * Computes the entries that an adjustment would post, with the same code as the adjustment. Moves no money.
 * @throws AppError as `adjustAccount` does
 */
export async function previewAdjustment(
  deps: Pick<BackOfficeDeps, "sql" | "maxPriceAgeMs">,
  input: { adminId: string; userId: string; body: AdjustmentBody },
): Promise<AdjustmentPreview> {
  const { adminId, userId, body } = input;
  const read = await readAdjustmentBasis(deps, { userId, adminId });
  const { decision, after } = decideAccountAdjustment(read, body);
  const { userId: ownerId, bots: bots } = read.snapshot;
  const botNameOf = (botId: string): string => bots.find(({ pool }) => pool.id === botId)?.pool.name ?? botId;
  return {
    before: accountFiguresOf(read.snapshot),
    after: accountFiguresOf(after),
    lines: entriesOf(decision.postings).map(({ account, amount }) => ({
      account: accountInWords(account, { userId: ownerId, botNameOf }),
      amount,
    })),
  };
}
