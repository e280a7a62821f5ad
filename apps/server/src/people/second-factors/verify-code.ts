import { MINUTE_MS } from "@wazi/contracts";
import { countTry, type ThrottleDeps, type ThrottleRule } from "../identity/throttle.ts";
import { queueMail } from "../../record/api.ts";
import { authenticatorCodePattern, findCodeStep } from "./authenticator.ts";
import { nameAuthenticator, nameRecoveryKey, type FactorVault } from "./factor-vault.ts";
import { hashRecoveryCode } from "./recovery-codes.ts";
import { findAuthenticator, findRecoveryCodes, useCodeStep, useRecoveryCode } from "./store.ts";
import * as texts from "../../messages/people.ts";

/** Wrong codes of one user, in all sessions and at sign-in. The sixth in the window is refused without a check. */
export const codeRule: ThrottleRule = {
  name: "second factor",
  limit: 5,
  windowMs: 10 * MINUTE_MS,
  message: texts.throttledCodes,
};

interface CodeDeps extends ThrottleDeps {
  factors: FactorVault;
}

interface CodeAttempt {
  userId: string;
  code: string;
  address: string;
  /** At sign-in: a browser that the owner has signed in with before, which has a limit for itself. */
  ownDevice?: string | undefined;
}

export type CodeKind = "authenticator" | "recovery-code";

/**
 * Checks a code of the user's authenticator app, or a recovery code, and uses it up: the same code is wrong from then
 * on, also for a concurrent call. A mail tells the user of a used recovery code.
 * @returns which kind it was; undefined for a wrong code
 * @throws AppError RATE_LIMITED after five wrong codes in ten minutes
 */
export async function verifyCode(
  deps: CodeDeps,
  { userId, code, address, ownDevice }: CodeAttempt,
): Promise<CodeKind | undefined> {
  const counted = await countTry(deps, codeRule, [userId, ownDevice ?? []].flat().join("\n"));
  const digits = code.replace(/\s/g, "");
  const kind: CodeKind = authenticatorCodePattern.test(digits) ? "authenticator" : "recovery-code";
  const isRight = kind === "authenticator" ? await useDigits(deps, userId, digits) : await useWords(deps, userId, code);
  if (!isRight) return undefined;
  await counted.forgetAll();
  if (kind === "recovery-code") {
    const where = { at: deps.now().toISOString(), address };
    await queueMail(deps.sql, userId, "security-changed", { change: "recovery-code-used", ...where });
  }
  return kind;
}

async function useDigits({ sql, factors, now }: CodeDeps, userId: string, digits: string): Promise<boolean> {
  const app = await findAuthenticator(sql, userId);
  if (!app?.confirmedAt) return false;
  const step = findCodeStep(factors.open(nameAuthenticator(userId), app.sealedSecret), digits, now());
  return step !== undefined && useCodeStep(sql, userId, step);
}

async function useWords({ sql, factors, now }: CodeDeps, userId: string, code: string): Promise<boolean> {
  const set = await findRecoveryCodes(sql, userId);
  if (set === undefined) return false;
  const hash = hashRecoveryCode(factors.open(nameRecoveryKey(userId), set.sealedKey), code);
  return useRecoveryCode(sql, userId, hash, now());
}
