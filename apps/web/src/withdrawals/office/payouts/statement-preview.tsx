import type { RailStatementPreview } from "@wazi/contracts";
import { Table } from "../../../ui/table.tsx";
import { trimFigure } from "./labels.ts";
import * as texts from "../../../messages/admin-payouts.ts";

const listSums = (sums: RailStatementPreview["moneyIn"]): string =>
  sums.length === 0 ? "none" : sums.map(({ amount, currency }) => `${trimFigure(amount)} ${currency}`).join(", ");

/** The first lines of a file as they were read, with the sums of all, before it is imported. */
export function StatementPreview({ preview }: { preview: RailStatementPreview }) {
  const { lines, from, to, moneyIn, moneyOut, closing, skipped, warnings, charges, first } = preview;
  return (
    <section aria-label={texts.preview} className="grid min-w-0 gap-3 sm:col-span-2">
      <p className="text-14">
        {texts.previewSummary({
          lines: lines.toLocaleString("en-US"),
          lines2: lines,
          from,
          to,
          span: (text) => <span className="font-semibold">{text}</span>,
          listSums: listSums(moneyIn),
          replaceAll: listSums(moneyOut).replaceAll("-", ""),
          charges,
          closing:
            closing === null ? "" : ` ${texts.previewClosing({ listSums: listSums([closing]), day: closing.day })}`,
        })}
        {skipped > 0 && ` ${texts.previewSkipped({ skipped: skipped.toLocaleString("en-US"), skipped2: skipped })}`}
      </p>
      {warnings.map((warning) => (
        <p key={warning} className="text-14 font-medium text-warning">
          {warning === "no-line-end" ? texts.previewNoLineEnd : texts.previewNoBalances}
        </p>
      ))}
      <Table
        label={texts.previewLinesLabel}
        rows={first.map((line, index) => ({ ...line, id: String(index) }))}
        columns={[
          { heading: texts.date, cell: ({ bookedOn }) => <span className="whitespace-nowrap">{bookedOn}</span> },
          {
            heading: texts.amount,
            align: "right",
            cell: ({ amount, currency }) => (
              <span className="figure whitespace-nowrap">
                {amount} {currency}
              </span>
            ),
          },
          {
            heading: texts.reference,
            cell: ({ externalId }) => <span className="break-all">{externalId ?? "–"}</span>,
          },
          { heading: texts.name, cell: ({ name }) => name ?? "–" },
          { heading: texts.text, cell: ({ text }) => <span className="break-words">{text === "" ? "–" : text}</span> },
          { heading: texts.charge, cell: ({ isCharge }) => (isCharge ? texts.yes : texts.no) },
        ]}
      />
    </section>
  );
}
