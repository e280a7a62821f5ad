import { messages } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { insertAuditEvent } from "../../record/api.ts";
import type { Sql } from "../../platform/db/pool.ts";
import type { PasswordHasher } from "./passwords.ts";
import { findPasswordHash } from "./store.ts";
import { accountRule, type CountedTry, countTry, type ThrottleDeps } from "./throttle.ts";
import { isDeviceKnown } from "../sessions/sessions.ts";
import * as texts from "../../messages/people.ts";

export interface OwnPassword {
  user: { id: string; email: string };
  password: string;
  /** The name of the field in the request. */
  field: string;
  /** The audit action for a wrong password, such as user.change-password-failed. */
  failure: string;
  address: string | null;
  /** Marks a browser that the user has signed in with. */
  deviceToken: string | undefined;
}

/**
 * Verifies the password of a signed-in user again. A wrong password counts as a wrong sign-in.
 * @returns the stored hash that the password matches
 * @throws AppError FORBIDDEN wrong password (not 401, because the session is valid) · RATE_LIMITED · BUSY ·
 * UNAUTHENTICATED deleted user
 */
export async function verifyOwnPassword(
  deps: ThrottleDeps & { sql: Sql; passwords: PasswordHasher },
  input: OwnPassword,
): Promise<string> {
  const { user, deviceToken } = input;
  const ownDevice = await findOwnDevice(deps, user, deviceToken);
  const counted = await countAccountTry(deps, user.email, ownDevice);
  const hash = await findPasswordHash(deps.sql, user.id);
  if (hash === undefined) throw new AppError("UNAUTHENTICATED", texts.signInNeeded);
  let isRight: boolean;
  try {
    isRight = await deps.passwords.verify(hash, input.password);
  } catch (error) {
    // The password was not checked, so it does not count as wrong.
    await counted.takeBack();
    throw error;
  }
  if (isRight) {
    await counted.takeBack();
    return hash;
  }
  await insertAuditEvent(deps.sql, {
    actorId: user.id,
    action: input.failure,
    subjectType: "user",
    subjectId: user.id,
    address: input.address,
  });
  const message = messages.wrongCurrentPassword;
  throw new AppError("FORBIDDEN", message, { fields: { [input.field]: message } });
}

/** The token of a browser that the account's owner has signed in with before; undefined for any other. */
export const findOwnDevice = async (
  deps: ThrottleDeps,
  owner: { id: string } | undefined,
  deviceToken: string | undefined,
): Promise<string | undefined> => ((await isDeviceKnown(deps, owner?.id, deviceToken)) ? deviceToken : undefined);

/**
 * Counts a password attempt before the password is verified. Attempts from a browser that the account's owner has used
 * are counted separately, so that strangers who guess passwords cannot lock the owner out.
 * @throws AppError RATE_LIMITED too many wrong passwords
 */
export const countAccountTry = (
  deps: ThrottleDeps,
  email: string,
  ownDevice: string | undefined,
): Promise<CountedTry> => countTry(deps, accountRule, [email.toLowerCase(), ownDevice ?? []].flat().join("\n"));
