import { moneyFlowDays } from "@wazi/contracts";
import { classNames } from "../../../lib/class-names.ts";
import type { MoneyRange } from "./money-flows.ts";

/** How many days are shown: one of three, kept in the address by whoever asks. */
export function RangeChoice({ range, onChange }: { range: MoneyRange; onChange: (range: MoneyRange) => void }) {
  return (
    <fieldset className="flex">
      <legend className="sr-only">Days shown</legend>
      {moneyFlowDays.map((each) => (
        <label
          key={each}
          className={classNames(
            "-ml-px flex min-h-11 cursor-pointer items-center border border-outline px-4 text-14 font-semibold first-of-type:ml-0 first-of-type:rounded-l-sm last-of-type:rounded-r-sm has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary",
            each === range ? "bg-primary text-on-primary" : "bg-surface hover:text-primary",
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
          {each} days
        </label>
      ))}
    </fieldset>
  );
}
