import { messages } from "@wazi/contracts";
import { AppError } from "../app-error.ts";
import { insertAuditEvent } from "../audit/store.ts";
import type { Sql } from "../../db/pool.ts";
import { countAccountTry } from "./account-try.ts";
import type { PasswordHasher } from "./passwords.ts";
import { findPasswordHash } from "./store.ts";
import type { ThrottleDeps } from "./throttle.ts";

export interface OwnPassword {
  user: { id: string; email: string };
  password: string;
  /** What the field is called in the request. */
  field: string;
  /** Of the audit row that a wrong one leaves, such as user.change-password-failed. */
  failure: string;
  address: string | null;
  /** Marks a browser that the user has signed in with. */
  deviceToken: string | undefined;
}

/**
 * Asks who is signed in for their password once more. A wrong one counts as a wrong sign-in does, and together with those.
 * @returns the hash that it was held against
 * @throws AppError FORBIDDEN it is wrong (the session is right: no 401) · RATE_LIMITED · BUSY · UNAUTHENTICATED deleted
 */
export async function verifyOwnPassword(
  deps: ThrottleDeps & { sql: Sql; passwords: PasswordHasher },
  input: OwnPassword,
): Promise<string> {
  const { user, deviceToken } = input;
  const counted = await countAccountTry(deps, { email: user.email, deviceToken }, user);
  const hash = await findPasswordHash(deps.sql, user.id);
  if (hash === undefined) throw new AppError("UNAUTHENTICATED", "Please sign in.");
  let isRight: boolean;
  try {
    isRight = await deps.passwords.verify(hash, input.password);
  } catch (error) {
    // Turned away without having been looked at: not a wrong one.
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
