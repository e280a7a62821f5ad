import type { StatementFigures, UserMovement } from "@wazi/contracts";
import { fromCents, toCents } from "../../../lib/cents.ts";

interface NamedFigure {
  figure: keyof StatementFigures;
  name: string;
}

const figures: readonly NamedFigure[] = [
  { figure: "balance", name: "Balance" },
  { figure: "depositFunds", name: "Deposit funds" },
  { figure: "profitFunds", name: "Profit funds" },
  { figure: "onHold", name: "On hold" },
  { figure: "invested", name: "In bots" },
  { figure: "runningProfit", name: "Granted profit" },
];

/** The user's figures that a movement changed, in display order. */
export function listChangedFigures({ amounts }: Pick<UserMovement, "amounts">): readonly NamedFigure[] {
  return figures.filter(({ figure }) => toCents(amounts[figure]) !== 0n);
}

/** The value of a figure before a movement. */
export function getFigureBefore(
  { amounts, balances }: Pick<UserMovement, "amounts" | "balances">,
  figure: keyof StatementFigures,
): string {
  return fromCents(toCents(balances[figure]) - toCents(amounts[figure]));
}
