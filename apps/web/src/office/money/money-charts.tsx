import { useState } from "react";
import { fromCents, toCents } from "../../lib/cents.ts";
import type { MoneyFlows, MoneyRange } from "./api.ts";
import { ChartCaption, DayChart } from "./day-chart.tsx";
import type { DaySeries, NamedFigure } from "./day-figures.ts";
import * as texts from "../../messages/admin-money.ts";
import { moneyFlowDays } from "@wazi/contracts";
import { classNames } from "../../lib/class-names.ts";

const inAndOut: readonly DaySeries[] = [
  { name: texts.inLabel, look: "first", valueOf: ({ moneyIn }) => moneyIn },
  {
    name: texts.out,
    look: "second",
    valueOf: ({ moneyOut }) => moneyOut,
    isDown: true,
  },
];
const heldAndOwed: readonly DaySeries[] = [
  { name: texts.held, look: "first", valueOf: ({ held }) => held },
  { name: texts.owed, look: "second", valueOf: ({ owed }) => owed },
];
const difference: NamedFigure = {
  name: texts.difference,
  valueOf: ({ held, owed }) => fromCents(toCents(held) - toCents(owed)),
};
const income: readonly DaySeries[] = [
  {
    name: texts.income,
    look: "first",
    valueOf: ({ platformIncome }) => platformIncome,
  },
];

const INCOME_TITLE = texts.platformIncome;
const INCOME_WORDS = texts.chartIncomeLead;

/** Three charts of the same days. A day selected in one is shown in all. */
export function MoneyCharts({ flows: { days, at, now } }: { flows: MoneyFlows }) {
  const [chosenDay, setChosenDay] = useState<string | null>(null);
  const shared = { days, at, chosenDay, onChoose: setChosenDay };
  return (
    <div className="grid min-w-0 gap-8">
      <DayChart {...shared} title={texts.chartFlowsTitle} series={inAndOut} kind="bars" height={190}>
        {texts.chartFlowsLead}
      </DayChart>
      <DayChart
        {...shared}
        title={texts.chartHeldTitle}
        series={heldAndOwed}
        also={difference}
        kind="lines"
        height={190}
      >
        {texts.chartHeldLead}
      </DayChart>
      {days.some(({ platformIncome }) => toCents(platformIncome) !== 0n) ? (
        <DayChart {...shared} title={INCOME_TITLE} series={income} kind="bars" height={120}>
          {INCOME_WORDS}
        </DayChart>
      ) : (
        <section className="min-w-0">
          <ChartCaption title={INCOME_TITLE}>{INCOME_WORDS}</ChartCaption>
          <p className="mt-2 text-14">{toCents(now.platformIncome) === 0n ? texts.noneYet : texts.chartIncomeNone}</p>
        </section>
      )}
    </div>
  );
}

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
