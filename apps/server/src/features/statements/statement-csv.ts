import type { Statement, StatementFigures } from "@wazi/contracts";
import { amountCell, BYTE_ORDER_MARK, linesOf, textCell } from "../../core/csv/csv-cells.ts";

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
    titles.map(textCell),
    ...formatBalanceRow(statement.from, "opening", "Opening balances", statement.opening),
    ...statement.lines.map((line) => [
      textCell(line.at),
      textCell(line.kind),
      textCell(line.text),
      textCell(line.parts.map(({ botName }) => botName).join(", ")),
      textCell(line.reason ?? ""),
      amountCell(line.profitShare),
      ...figureNames.map((name) => amountCell(line.amounts[name])),
      ...figureNames.map((name) => amountCell(line.balances[name])),
    ]),
    ...(statement.leftOut > 0
      ? [[textCell(""), textCell("left-out"), textCell(`${statement.leftOut} more transactions are not listed`)]]
      : []),
    ...formatBalanceRow(statement.until, "closing", getClosingText(statement), statement.closing),
  ];
  return `${BYTE_ORDER_MARK}${linesOf(rows)}`;
}

function getClosingText({ until, madeAt }: Statement): string {
  return until > madeAt ? `Balances at ${madeAt}` : "Closing balances";
}

function formatBalanceRow(at: string, kind: string, text: string, figures: StatementFigures): string[][] {
  const empty = ["", "", "", ...figureNames.map(() => "")].map(textCell);
  const cells = [textCell(at), textCell(kind), textCell(text), ...empty];
  return [[...cells, ...figureNames.map((name) => amountCell(figures[name]))]];
}
