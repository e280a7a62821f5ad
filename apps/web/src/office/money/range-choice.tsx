import { moneyFlowDays } from "@wazi/contracts";
import { classNames } from "../../lib/class-names.ts";
import type { MoneyRange } from "./api.ts";
import * as texts from "../../messages/admin-money.ts";

/** The number of days to show. */
export function RangeChoice({ range, onChange }: { range: MoneyRange; onChange: (range: MoneyRange) => void }) {
  return (
    <fieldset className="flex gap-1">
      <legend className="sr-only">{texts.daysShown}</legend>
      {moneyFlowDays.map((each) => (
        <label
          key={each}
          className={classNames(
            "flex min-h-9 cursor-pointer items-center rounded-sm border px-3 text-14 font-semibold pointer-coarse:min-h-11 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary",
            each === range
              ? "border-primary bg-primary text-on-primary"
              : "border-outline bg-surface hover:text-primary",
          )}
        >
          <input
            type="radio"
            name="days"
            value={each}
            checked={each === range}
            onChange={() => onChange(each)}
            className="sr-only"
          />
          {texts.eachDays({ each })}
        </label>
      ))}
    </fieldset>
  );
}
