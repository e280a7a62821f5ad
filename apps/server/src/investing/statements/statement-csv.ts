import type { Statement, StatementFigures } from "@wazi/contracts";
import { formatAmountCell, BYTE_ORDER_MARK, formatCsvLines, formatTextCell } from "../../platform/csv/csv-cells.ts";

const figureNames = ["balance", "depositFunds", "profitFunds", "onHold", "runningProfit", "invested"] as const;
const figureTitles: Readonly<Record<(typeof figureNames)[number], string>> = {
  balance: "Balance",
  depositFunds: "Deposit funds",
  profitFunds: "Profit funds",
  onHold: "On hold",
  runningProfit: "Running profit",
  invested: "Own money in bots",
};

/** Formats a statement as CSV: one row per line, between the opening and the closing balances. */
export function formatStatementCsv(statement: Statement): string {
  const titles = [
    ...["Time (UTC)", "Type", "Description", "Bot", "Reason", "Platform share"],
    ...figureNames.map((name) => `${figureTitles[name]} change`),
    ...figureNames.map((name) => `${figureTitles[name]} after`),
  ];
  const rows = [
    titles.map(formatTextCell),
    ...formatBalanceRow(statement.from, "opening", "Opening balances", statement.opening),
    ...statement.lines.map((line) => [
      formatTextCell(line.at),
      formatTextCell(line.kind),
      formatTextCell(line.text),
      formatTextCell(line.parts.map(({ botName }) => botName).join(", ")),
      formatTextCell(line.reason ?? ""),
      formatAmountCell(line.profitShare),
      ...figureNames.map((name) => formatAmountCell(line.amounts[name])),
      ...figureNames.map((name) => formatAmountCell(line.balances[name])),
    ]),
    ...(statement.leftOut > 0
      ? [
          [
            formatTextCell(""),
            formatTextCell("left-out"),
            formatTextCell(`${statement.leftOut} more transactions are not listed`),
          ],
        ]
      : []),
    ...formatBalanceRow(statement.until, "closing", getClosingText(statement), statement.closing),
  ];
  return `${BYTE_ORDER_MARK}${formatCsvLines(rows)}`;
}

function getClosingText({ until, madeAt }: Statement): string {
  return until > madeAt ? `Balances at ${madeAt}` : "Closing balances";
}

function formatBalanceRow(at: string, kind: string, text: string, figures: StatementFigures): string[][] {
  const empty = ["", "", "", ...figureNames.map(() => "")].map(formatTextCell);
  const cells = [formatTextCell(at), formatTextCell(kind), formatTextCell(text), ...empty];
  return [[...cells, ...figureNames.map((name) => formatAmountCell(figures[name]))]];
}
