import { useState } from "react";
import { fromCents, toCents } from "../../../lib/cents.ts";
import type { MoneyFlows } from "./api.ts";
import { ChartCaption, DayChart } from "./day-chart.tsx";
import type { DaySeries, NamedFigure } from "./day-figures.ts";

const inAndOut: readonly DaySeries[] = [
  { name: "In", look: "first", valueOf: ({ moneyIn }) => moneyIn },
  { name: "Out", look: "second", valueOf: ({ moneyOut }) => moneyOut, isDown: true },
];
const heldAndOwed: readonly DaySeries[] = [
  { name: "Held", look: "first", valueOf: ({ held }) => held },
  { name: "Owed", look: "second", valueOf: ({ owed }) => owed },
];
const difference: NamedFigure = {
  name: "Difference",
  valueOf: ({ held, owed }) => fromCents(toCents(held) - toCents(owed)),
};
const income: readonly DaySeries[] = [
  { name: "Income", look: "first", valueOf: ({ platformIncome }) => platformIncome },
];

const INCOME_TITLE = "Platform income";
const INCOME_WORDS = "The platform’s share of investors’ profits, charged when profit leaves a bot.";

/** Three charts of the same days. A day selected in one is shown in all. */
export function MoneyCharts({ flows: { days, at, now } }: { flows: MoneyFlows }) {
  const [chosenDay, setChosenDay] = useState<string | null>(null);
  const shared = { days, at, chosenDay, onChoose: setChosenDay };
  return (
    <div className="grid min-w-0 gap-8">
      <DayChart {...shared} title="Money in and out" series={inAndOut} kind="bars" height={190}>
        Credited deposits (up) and paid withdrawals (down).
      </DayChart>
      <DayChart {...shared} title="Held and owed" series={heldAndOwed} also={difference} kind="lines" height={190}>
        At the end of each day, excluding open trades. The scale may not start at 0.
      </DayChart>
      {days.some(({ platformIncome }) => toCents(platformIncome) !== 0n) ? (
        <DayChart {...shared} title={INCOME_TITLE} series={income} kind="bars" height={120}>
          {INCOME_WORDS}
        </DayChart>
      ) : (
        <section className="min-w-0">
          <ChartCaption title={INCOME_TITLE}>{INCOME_WORDS}</ChartCaption>
          <p className="mt-2 text-14">{toCents(now.platformIncome) === 0n ? "None yet" : "None in this period"}</p>
        </section>
      )}
    </div>
  );
}
