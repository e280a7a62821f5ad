import { isDeviceKnown } from "./sessions.ts";
import { accountRule, countTry, type CountedTry, type ThrottleDeps } from "./throttle.ts";

/**
 * Counts a password that is about to be held against an account's. Wrong ones from a browser that the account's owner
 * has used count on their own, so that strangers who try passwords can't lock the owner out.
 * @throws AppError RATE_LIMITED too many wrong ones
 */
export async function countAccountTry(
  deps: ThrottleDeps,
  input: { email: string; deviceToken: string | undefined },
  owner: { id: string } | undefined,
): Promise<CountedTry> {
  const account = input.email.toLowerCase();
  const isOwners = await isDeviceKnown(deps, owner?.id, input.deviceToken);
  return countTry(deps, accountRule, isOwners ? `${account}\n${input.deviceToken ?? ""}` : account);
}
