import { MIN_PASSWORD_LENGTH, passwordRules } from "@wazi/contracts";
import * as texts from "../../../messages/accounts.ts";

export interface PasswordStrength {
  /** The number of rules that are met. */
  met: number;
  /** A message for the user; empty before anything is typed. */
  text: string;
}

/** From this length, guessing is hopeless even with access to the hash. */
const STRONG_LENGTH = 14;
export const STRENGTH_MARKS = 1 + passwordRules.length;

/** Rates a password while it is typed. It rejects nothing; the form's schema does. */
export function passwordStrength(password: string): PasswordStrength {
  if (password === "") return { met: 0, text: "" };
  const missing = [
    ...(password.length < MIN_PASSWORD_LENGTH
      ? [texts.strengthLength({ minPasswordLength: MIN_PASSWORD_LENGTH })]
      : []),
    ...passwordRules.filter(({ holds }) => !holds.test(password)).map(({ what }) => what),
  ];
  const met = STRENGTH_MARKS - missing.length;
  if (missing.length > 0) return { met, text: texts.strengthMissing({ missing: missing.join(", ") }) };
  return { met, text: password.length >= STRONG_LENGTH ? texts.strong : texts.strengthGood };
}
