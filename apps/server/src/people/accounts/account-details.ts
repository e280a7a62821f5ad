import {
  isVerifiedField,
  TERMS_VERSION,
  type AccountDetails,
  type BodyOf,
  type changeAccountDetails,
} from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { insertAuditEvent } from "../../record/api.ts";
import { findPendingEmail } from "../identity/store.ts";
import type { SessionUser } from "../../platform/http/session-user.ts";
import type { AccountDeps } from "./current-user.ts";
import { insertConsent, lockDetails, readDetails, updateDetails, writeTermsVersion } from "./store.ts";
import { refuseCountryNotServed, refuseUnderAge } from "./sign-up-rules.ts";
import * as texts from "../../messages/people.ts";

type Deps = Pick<AccountDeps, "sql" | "now" | "countriesServed">;

/** @throws AppError UNAUTHENTICATED the user was deleted at the same time */
export async function readAccountDetails(deps: Pick<Deps, "sql" | "now">, userId: string): Promise<AccountDetails> {
  const details = await readDetails(deps.sql, userId);
  if (details === undefined) throw new AppError("UNAUTHENTICATED", texts.signInNeeded);
  const now = deps.now();
  const change = await findPendingEmail(deps.sql, userId, now);
  return {
    ...details,
    pendingEmail: change?.newEmail ?? null,
    emailChange: change && {
      isConfirmed: change.usedAt !== null,
      happensAt: change.dueAt > now ? change.dueAt.toISOString() : null,
    },
  };
}

/**
 * Changes the given fields. The audit log stores their names but not their values, which are personal data.
 * @throws AppError VALIDATION under age · FORBIDDEN country not served · CONFLICT the identity is verified and the documents
 * say otherwise
 */
export async function changeDetails(
  deps: Deps,
  input: { user: SessionUser; changes: BodyOf<typeof changeAccountDetails>; address: string },
): Promise<AccountDetails> {
  const { user, changes, address } = input;
  const now = deps.now();
  if (changes.birthday !== undefined) refuseUnderAge(changes.birthday, now);
  if (changes.country !== undefined) refuseCountryNotServed(changes.country, deps.countriesServed);
  await deps.sql.begin(async (tx) => {
    const before = await lockDetails(tx, user.id);
    if (before === undefined) throw new AppError("UNAUTHENTICATED", texts.signInNeeded);
    const after = { ...before, ...withoutUndefined(changes) };
    const fields = (Object.keys(changes) as (keyof typeof changes)[]).filter((name) => before[name] !== after[name]);
    if (fields.length === 0) return;
    if (before.kycStatus === "approved" && fields.some(isVerifiedField)) {
      throw new AppError("CONFLICT", texts.identityVerified);
    }
    await updateDetails(tx, user.id, after, now);
    if (fields.includes("marketingOptIn")) {
      const isGiven = after.marketingOptIn;
      await insertConsent(tx, {
        userId: user.id,
        document: "marketing",
        version: TERMS_VERSION,
        isGiven,
        givenAt: now,
      });
    }
    await insertAuditEvent(tx, {
      actorId: user.id,
      action: "user.change-profile",
      subjectType: "user",
      subjectId: user.id,
      after: { fields },
      address,
    });
  });
  return readAccountDetails(deps, user.id);
}

/**
 * Records that a user accepts the current terms and the privacy notice.
 * @throws AppError CONFLICT another version than the one that is shown now
 */
export async function acceptTerms(
  { sql, now }: Pick<Deps, "sql" | "now">,
  { userId, version }: { userId: string; version: string },
): Promise<void> {
  if (version !== TERMS_VERSION) {
    throw new AppError("CONFLICT", texts.termsChanged);
  }
  await sql.begin(async (tx) => {
    const givenAt = now();
    await writeTermsVersion(tx, userId, version);
    await insertConsent(tx, { userId, document: "terms", version, isGiven: true, givenAt });
    await insertConsent(tx, { userId, document: "privacy", version, isGiven: true, givenAt });
  });
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

const withoutUndefined = <T extends object>(changes: T): Defined<T> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Defined<T>;
