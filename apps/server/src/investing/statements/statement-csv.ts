import type { Statement, StatementFigures } from "@wazi/contracts";
import { formatAmountCell, BYTE_ORDER_MARK, formatCsvLines, formatTextCell } from "../../platform/csv/csv-cells.ts";
import * as texts from "../../messages/investing.ts";

const figureNames = ["balance", "depositFunds", "profitFunds", "onHold", "runningProfit", "invested"] as const;
const figureTitles: Readonly<Record<(typeof figureNames)[number], { change: string; after: string }>> = {
  balance: { change: texts.statementColumnBalanceChange, after: texts.statementColumnBalanceAfter },
  depositFunds: { change: texts.statementColumnDepositFundsChange, after: texts.statementColumnDepositFundsAfter },
  profitFunds: { change: texts.statementColumnProfitFundsChange, after: texts.statementColumnProfitFundsAfter },
  onHold: { change: texts.statementColumnOnHoldChange, after: texts.statementColumnOnHoldAfter },
  runningProfit: { change: texts.statementColumnRunningProfitChange, after: texts.statementColumnRunningProfitAfter },
  invested: { change: texts.statementColumnInvestedChange, after: texts.statementColumnInvestedAfter },
};

/** Formats a statement as CSV: one row per line, between the opening and the closing balances. */
export function formatStatementCsv(statement: Statement): string {
  const titles = [
    texts.statementColumnTime,
    texts.statementColumnType,
    texts.statementColumnDescription,
    texts.statementColumnBot,
    texts.statementColumnReason,
    texts.statementColumnShare,
    ...figureNames.map((name) => figureTitles[name].change),
    ...figureNames.map((name) => figureTitles[name].after),
  ];
  const rows = [
    titles.map(formatTextCell),
    ...formatBalanceRow(statement.from, "opening", texts.statementRowOpening, statement.opening),
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
            formatTextCell(texts.statementRowLeftOut({ count: statement.leftOut })),
          ],
        ]
      : []),
    ...formatBalanceRow(statement.until, "closing", getClosingText(statement), statement.closing),
  ];
  return `${BYTE_ORDER_MARK}${formatCsvLines(rows)}`;
}

function getClosingText({ until, madeAt }: Statement): string {
  return until > madeAt ? texts.statementRowNow({ time: madeAt }) : texts.statementRowClosing;
}

function formatBalanceRow(at: string, kind: string, text: string, figures: StatementFigures): string[][] {
  const empty = ["", "", "", ...figureNames.map(() => "")].map(formatTextCell);
  const cells = [formatTextCell(at), formatTextCell(kind), formatTextCell(text), ...empty];
  return [[...cells, ...figureNames.map((name) => formatAmountCell(figures[name]))]];
}
