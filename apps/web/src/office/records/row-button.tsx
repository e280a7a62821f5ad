import type { AdminRight } from "@wazi/contracts";
import { classNames } from "../../lib/class-names.ts";
import { useMissingRightText } from "../access/admin-access.ts";

const looks = {
  primary: "border-primary text-primary hover:bg-primary hover:text-on-primary",
  secondary: "border-outline hover:border-primary hover:text-primary",
  danger: "border-loss text-loss hover:bg-loss hover:text-on-loss",
} as const;

/** A small button in a row. Without the required right it is disabled and says why. */
export function RowButton({
  label,
  spoken,
  look = "secondary",
  right,
  onClick,
}: {
  label: string;
  /** The accessible name, which begins with the label: "Approve deposit of Amina Okafor". */
  spoken: string;
  look?: keyof typeof looks;
  right: AdminRight | undefined;
  onClick: () => void;
}) {
  const refusal = useMissingRightText(right);
  return (
    <button
      type="button"
      aria-label={spoken}
      aria-description={refusal}
      aria-disabled={refusal !== undefined || undefined}
      title={refusal}
      onClick={refusal === undefined ? onClick : undefined}
      className={classNames(
        "inline-flex min-h-8 items-center rounded-sm border px-2.5 text-14 font-semibold whitespace-nowrap pointer-coarse:min-h-11 pointer-coarse:px-4",
        refusal === undefined ? `bg-surface ${looks[look]}` : "cursor-not-allowed border-line bg-sunken text-muted",
      )}
    >
      {label}
    </button>
  );
}
