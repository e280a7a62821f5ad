import { classNames } from "../../../lib/class-names.ts";
import { MIN_PASSWORD_LENGTH, passwordRules } from "@wazi/contracts";
import * as texts from "../../../messages/accounts.ts";

interface PasswordStrength {
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
  if (missing.length > 0)
    return {
      met,
      text: texts.strengthMissing({ missing: missing.join(", ") }),
    };
  return {
    met,
    text: password.length >= STRONG_LENGTH ? texts.strong : texts.strengthGood,
  };
}

/** Five marks that fill while a password is typed, and a text that names what is missing. */
export function PasswordStrengthMarks({ password, className }: { password: string; className?: string }) {
  const { met, text } = passwordStrength(password);
  const isWhole = met === STRENGTH_MARKS;
  return (
    <div className={classNames("flex min-h-5 items-start gap-3 text-14", className)} data-testid="password-strength">
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${STRENGTH_MARKS * 14} 12`}
        className={classNames("mt-1 h-3 w-17.5 shrink-0", isWhole ? "text-gain" : "text-accent")}
      >
        {Array.from({ length: STRENGTH_MARKS }, (_, index) => (
          <path
            key={index}
            d={`M${index * 14 + 6} 1l5 5-5 5-5-5Z`}
            className={index < met ? "fill-current stroke-current" : "fill-none stroke-outline"}
          />
        ))}
      </svg>
      <p aria-live="polite" className={isWhole ? "font-medium text-gain" : "text-muted"}>
        {text}
      </p>
    </div>
  );
}
