import type { MoneyFlowDay } from "@wazi/contracts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Money } from "../../ui/money.tsx";
import { isDayUnfinished, listDayFigures, sumFigure, toClipboardText } from "./day-figures.ts";
import * as texts from "../../messages/admin-money.ts";

/** All figures of the charts as a table, latest day first. */
export function DayTable({ days, at }: { days: readonly MoneyFlowDay[]; at: string }) {
  const latestFirst = [...days].reverse();
  const figures = listDayFigures(days);
  return (
    <div className="min-w-0">
      <div className="mb-2 flex items-center justify-between gap-4">
        <h3 id="days-heading" className="font-sans text-16 font-semibold tracking-normal">
          {texts.dayTableTitle}
        </h3>
        <CopyButton text={toClipboardText(latestFirst)} label={texts.dayTableCopy} />
      </div>
      <div
        role="region"
        aria-labelledby="days-heading"
        tabIndex={0}
        style={{ maxHeight: "32rem" }}
        className="overflow-auto rounded-sm border border-line text-14"
      >
        <table className="w-full">
          <thead className="sticky top-0 bg-sunken">
            <tr>
              <Heading isFirst>{texts.dayUtc}</Heading>
              {figures.map(({ key, heading }) => (
                <Heading key={key}>{heading}</Heading>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {latestFirst.map((day) => (
              <tr key={day.day}>
                <th scope="row" className="figure px-3 py-2 text-left font-medium">
                  <time dateTime={day.day}>{day.day}</time>
                  {isDayUnfinished(day.day, at) ? (
                    <span className="font-normal text-muted"> {texts.dayTableToday}</span>
                  ) : null}
                </th>
                {figures.map(({ key }) => (
                  <td key={key} className="px-3 py-2 text-right">
                    <Money value={day[key]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot className="sticky bottom-0 bg-sunken font-semibold">
            <tr>
              <th scope="row" className="px-3 py-2 text-left whitespace-nowrap">
                {days.length === 1 ? texts.periodOneDay : texts.periodDays({ days: days.length })}
              </th>
              {figures.map(({ key, isFlow }) => (
                <td key={key} className="px-3 py-2 text-right">
                  {isFlow ? <Money value={sumFigure(days, key)} testId={`sum-${key}`} /> : null}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
    </div>
  );
}

function Heading({ children, isFirst = false }: { children: string; isFirst?: boolean }) {
  return (
    <th
      scope="col"
      className={`px-3 py-2 font-semibold whitespace-nowrap text-muted ${isFirst ? "text-left" : "text-right"}`}
    >
      {children}
    </th>
  );
}
