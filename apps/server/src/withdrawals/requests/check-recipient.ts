import type { BodyOf, checkRecipient as call, RecipientCheck } from "@wazi/contracts";
import { countTry, recipientRule, type ThrottleDeps } from "../../people/api.ts";
import { parseDestination } from "./destination.ts";
import { storeRecipientCheck } from "./recipient-store.ts";
import type { WithdrawalDeps } from "./withdrawal-deps.ts";

/**
 * Asks the payment provider of a destination for the account holder's name, and keeps it for the administrator who approves a
 * withdrawal to it. A provider that tells no name, or does not answer, stops nothing.
 * @throws AppError VALIDATION an invalid destination · CONFLICT the provider has no such account · RATE_LIMITED
 */
export async function checkRecipient(
  deps: Pick<WithdrawalDeps, "payouts" | "isPaperMoney"> & ThrottleDeps,
  { user, body }: { user: { id: string; firstName: string; lastName: string }; body: BodyOf<typeof call> },
): Promise<RecipientCheck> {
  const destination = parseDestination(body, deps.isPaperMoney);
  if (deps.payouts === null || destination.withdrawalType === "crypto") return { holderName: null, isOtherName: false };
  await countTry(deps, recipientRule, user.id);
  const { recipientName, isOtherName } = await deps.payouts.findRecipient(destination, user);
  const check = { holderName: recipientName, isOtherName };
  await storeRecipientCheck(deps.sql, user.id, destination, check, deps.now());
  return check;
}
