import { MIN_PASSWORD_LENGTH, passwordRules } from "@wazi/contracts";

export interface PasswordStrength {
  /** How many of the marks are filled, of as many as there are rules. */
  met: number;
  /** In words; empty before anything is typed. */
  text: string;
}

/** From this length on guessing is hopeless even for who has the hash. */
const STRONG_LENGTH = 14;
export const STRENGTH_MARKS = 1 + passwordRules.length;

/** What a password has of what it needs. It helps while typing and refuses nothing: the form's rules do that. */
export function passwordStrength(password: string): PasswordStrength {
  if (password === "") return { met: 0, text: "" };
  const missing = [
    ...(password.length < MIN_PASSWORD_LENGTH ? [`${MIN_PASSWORD_LENGTH} characters`] : []),
    ...passwordRules.filter(({ holds }) => !holds.test(password)).map(({ what }) => what),
  ];
  const met = STRENGTH_MARKS - missing.length;
  if (missing.length > 0) return { met, text: `Still needed: ${missing.join(", ")}` };
  return { met, text: password.length >= STRONG_LENGTH ? "Strong" : "Good. A longer password is stronger." };
}
