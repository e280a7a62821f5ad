import { messages, type BodyOf, type CurrentUser, type signUp as signUpCall } from "@wazi/contracts";
import { AppError } from "../../core/app-error.ts";
import { createReferralCode } from "../../core/identity/referral-code.ts";
import { endSession, recordDevice, startSession, type Origin } from "../../core/identity/sessions.ts";
import { findUser, insertUser, openUserAccounts, recordSignIn } from "../../core/identity/store.ts";
import { countTry, signUpRule, toSubscriberAddress } from "../../core/identity/throttle.ts";
import { toCurrentUser, type AccountDeps } from "./account-deps.ts";

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

const MINIMUM_AGE_YEARS = 18;
const EARLIEST_BIRTHDAY = "1900-01-01";

/**
 * Creates an investor with their ledger accounts and signs them in.
 * @throws AppError VALIDATION under age · FORBIDDEN country not served · CONFLICT e-mail taken · RATE_LIMITED · BUSY
 */
export async function signUp(deps: AccountDeps, input: SignUpInput): Promise<SignedUp> {
  const { form, origin } = input;
  const now = deps.now();
  refuseUnderAge(form.birthday, now);
  refuseCountryNotServed(form.country, deps.countriesServed);
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
    await recordSignIn(tx, userId, now, undefined);
    await endSession(tx, input.oldSessionToken);
    const deviceToken = await recordDevice(tx, userId, input.deviceToken, now);
    return { userId, deviceToken, sessionToken: await startSession(tx, userId, origin, now) };
  });
  const user = await findUser(deps.sql, userId);
  if (user === undefined) throw new Error("the new user was not found");
  return { user: await toCurrentUser(deps, user), ...tokens };
}

/** Dates are compared as YYYY-MM-DD in UTC. A person born on 29 February comes of age on 1 March. */
function refuseUnderAge(birthday: string, now: Date): void {
  const today = now.toISOString().slice(0, 10);
  const latest = `${String(Number(today.slice(0, 4)) - MINIMUM_AGE_YEARS).padStart(4, "0")}${today.slice(4)}`;
  if (birthday < EARLIEST_BIRTHDAY) {
    const message = "Please check your date of birth";
    throw new AppError("VALIDATION", message, { fields: { birthday: message } });
  }
  if (birthday > latest) {
    throw new AppError("VALIDATION", messages.underAge, { fields: { birthday: messages.underAge } });
  }
}

function refuseCountryNotServed(country: string, served: readonly string[] | undefined): void {
  if (served === undefined || served.some((name) => name.toLowerCase() === country.toLowerCase())) return;
  const message = `We are not licensed to serve investors in ${country}. We serve: ${served.join(", ")}.`;
  throw new AppError("FORBIDDEN", message, { fields: { country: message } });
}
