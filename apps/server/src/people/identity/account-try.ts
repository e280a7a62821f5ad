import { isDeviceKnown } from "../sessions/sessions.ts";
import { accountRule, countTry, type CountedTry, type ThrottleDeps } from "./throttle.ts";

/**
 * Counts a password attempt before the password is verified. Attempts from a browser that the account's owner has used
 * are counted separately, so that strangers who guess passwords cannot lock the owner out.
 * @throws AppError RATE_LIMITED too many wrong passwords
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
