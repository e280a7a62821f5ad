import { classNames } from "../../../lib/class-names.ts";
import { passwordStrength, STRENGTH_MARKS } from "./password-strength.ts";

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
