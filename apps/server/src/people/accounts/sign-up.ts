import { messages, TERMS_VERSION, type BodyOf, type CurrentUser, type signUp as signUpCall } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { checkNewPassword } from "../identity/new-password.ts";
import { createReferralCode } from "../identity/referral-code.ts";
import { endSession, type Origin, recordDevice, startSession } from "../sessions/sessions.ts";
import { findUser, insertUser, openUserAccounts, recordSignIn } from "../identity/store.ts";
import { countTry, signUpRule, toSubscriberAddress } from "../identity/throttle.ts";
import { queueMail } from "../../record/api.ts";
import { createAccountLink } from "../identity/account-links.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { toCurrentUser, type AccountDeps } from "./current-user.ts";
import { insertConsent, writeTermsVersion } from "./store.ts";
import { refuseCountryNotServed, refuseUnderAge } from "./sign-up-rules.ts";

export interface SignUpInput {
  form: BodyOf<typeof signUpCall>;
  origin: Origin;
  /** The browser's previous session, which is ended. */
  oldSessionToken: string | undefined;
  deviceToken: string | undefined;
}

export interface SignedUp {
  user: CurrentUser;
  sessionToken: string;
  /** Identifies the browser as known to this user. */
  deviceToken: string;
}

/**
 * Creates an investor with their ledger accounts and signs them in.
 * @throws AppError VALIDATION under age, or a password that is easy to guess · FORBIDDEN country not served · CONFLICT e-mail taken · RATE_LIMITED · BUSY
 */
export async function signUp(deps: AccountDeps, input: SignUpInput): Promise<SignedUp> {
  const { form, origin } = input;
  const now = deps.now();
  refuseUnderAge(form.birthday, now);
  refuseCountryNotServed(form.country, deps.countriesServed);
  checkNewPassword(form.password, form);
  await countTry(deps, signUpRule, toSubscriberAddress(origin.ip));
  const hashedPassword = await deps.passwords.hash(form.password);
  const { userId, ...tokens } = await deps.sql.begin(async (tx) => {
    const userId = await insertUser(tx, {
      email: form.email,
      hashedPassword,
      firstName: form.firstName,
      lastName: form.lastName,
      phone: form.phone,
      country: form.country,
      birthday: form.birthday,
      preferredMarket: form.preferredMarket ?? null,
      riskTolerance: form.riskTolerance ?? null,
      marketingOptIn: form.marketingOptIn,
      referralCode: createReferralCode(),
      isAdmin: false,
      createdAt: now,
    });
    if (userId === undefined) {
      throw new AppError("CONFLICT", messages.emailTaken, { fields: { email: messages.emailTaken } });
    }
    await openUserAccounts(tx, userId);
    await recordConsents(tx, userId, form, now);
    const link = await createAccountLink(tx, { userId, kind: "verify-email", email: form.email }, now);
    await queueMail(tx, userId, "welcome", { link: link.id });
    await recordSignIn(tx, userId, now, undefined);
    await endSession(tx, input.oldSessionToken);
    const deviceToken = await recordDevice(tx, userId, input.deviceToken, now);
    return { userId, deviceToken, sessionToken: await startSession(tx, userId, origin, now) };
  });
  const user = await findUser(deps.sql, userId);
  if (user === undefined) throw new Error("the new user was not found");
  return { user: await toCurrentUser(deps, user), ...tokens };
}

/** Terms of another version are not recorded: the person is asked again after signing in. */
async function recordConsents(tx: Tx, userId: string, form: SignUpInput["form"], givenAt: Date): Promise<void> {
  const consent = { userId, version: TERMS_VERSION, isGiven: true, givenAt };
  if (form.acceptedTerms === TERMS_VERSION) {
    await writeTermsVersion(tx, userId, TERMS_VERSION);
    await insertConsent(tx, { ...consent, document: "terms" });
    await insertConsent(tx, { ...consent, document: "privacy" });
  }
  if (form.marketingOptIn) await insertConsent(tx, { ...consent, document: "marketing" });
}
