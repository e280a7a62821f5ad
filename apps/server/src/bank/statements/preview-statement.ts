import type { BodyOf, importRailStatement as call, RailStatementPreview } from "@wazi/contracts";
import { readStatementFile } from "./import-statement.ts";
import { sumAmounts } from "./match-charges.ts";
import type { StatementLine } from "./statement-line.ts";

const MAX_SHOWN = 10;

/** Reads a statement as an import would: its first lines and its sums. @throws AppError VALIDATION as the import */
export function previewStatement(body: BodyOf<typeof call>): RailStatementPreview {
  const { lines, closing, skipped, warnings } = readStatementFile(body, Buffer.from(body.content, "base64"));
  const days = lines.map(({ bookedOn }) => bookedOn).sort();
  const isOut = ({ amount }: StatementLine): boolean => amount.startsWith("-");
  return {
    lines: lines.length,
    from: days[0] ?? "",
    to: days.at(-1) ?? "",
    moneyIn: sumByCurrency(lines.filter((line) => !isOut(line))),
    moneyOut: sumByCurrency(lines.filter(isOut)),
    closing,
    skipped,
    warnings,
    charges: lines.filter(({ isCharge }) => isCharge).length,
    first: lines.slice(0, MAX_SHOWN).map(({ number: _number, ...line }) => line),
  };
}

function sumByCurrency(lines: readonly StatementLine[]): { currency: string; amount: string }[] {
  const currencies = [...new Set(lines.map(({ currency }) => currency))].sort();
  return currencies.map((currency) => ({
    currency,
    amount: sumAmounts(lines.filter((line) => line.currency === currency).map(({ amount }) => amount)),
  }));
}
