import { randomBytes } from "node:crypto";
import { insertAuditEvent } from "../../record/api.ts";
import type { Sql } from "../../platform/db/pool.ts";
import { StartError } from "../../platform/process/start-error.ts";
import type { PasswordHasher } from "./passwords.ts";
import { insertAppointment } from "../administrators/store.ts";
import { createReferralCode } from "./referral-code.ts";
import { hasAdmin, insertUser, lockFirstAdmin, openUserAccounts } from "./store.ts";

export interface FirstAdminDeps {
  sql: Sql;
  passwords: PasswordHasher;
  now: () => Date;
}

export interface CreatedAdmin {
  email: string;
  /** Null when the settings gave the password. */
  generatedPassword: string | null;
}

/**
 * Creates the first administrator when there is none. Returns undefined when there is one already, including one that
 * another process created at the same moment.
 * @param input.keep receives a generated password before the administrator is created. When it throws, there is none.
 */
export async function ensureFirstAdmin(
  deps: FirstAdminDeps,
  input: { email: string; password: string | undefined; keep?: (password: string) => void },
): Promise<CreatedAdmin | undefined> {
  if (await hasAdmin(deps.sql)) return undefined;
  const password = input.password ?? randomBytes(18).toString("base64url");
  const hashedPassword = await deps.passwords.hash(password);
  return deps.sql.begin(async (tx) => {
    await lockFirstAdmin(tx);
    if (await hasAdmin(tx)) return undefined;
    const userId = await insertUser(tx, {
      email: input.email,
      hashedPassword,
      firstName: "Wazi",
      lastName: "Admin",
      phone: "",
      country: "",
      birthday: null,
      preferredMarket: null,
      riskTolerance: null,
      marketingOptIn: false,
      referralCode: createReferralCode(),
      isAdmin: true,
      createdAt: deps.now(),
    });
    if (userId === undefined) {
      throw new StartError(`ADMIN_EMAIL: "${input.email}" already belongs to an investor. Set another address.`);
    }
    await openUserAccounts(tx, userId);
    const appointment = { administratorId: userId, role: "full" as const, askedBy: null };
    await insertAppointment(tx, { ...appointment, at: deps.now(), isConfirmed: true });
    await insertAuditEvent(tx, {
      actorId: null,
      action: "administrator.make",
      subjectType: "user",
      subjectId: userId,
      before: null,
      // The default role of the table, because the insert above sets none.
      after: { isAdmin: true, role: "full" },
      address: null,
    });
    if (input.password === undefined) input.keep?.(password);
    return { email: input.email, generatedPassword: input.password === undefined ? password : null };
  });
}
