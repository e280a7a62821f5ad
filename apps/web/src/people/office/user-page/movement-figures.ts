import type { StatementFigures, UserMovement } from "@wazi/contracts";
import { fromCents, toCents } from "../../../lib/cents.ts";
import * as texts from "../../../messages/admin-user-page.ts";

interface NamedFigure {
  figure: keyof StatementFigures;
  name: string;
}

const figures: readonly NamedFigure[] = [
  { figure: "balance", name: texts.balance },
  { figure: "depositFunds", name: texts.depositFunds },
  { figure: "profitFunds", name: texts.profitFunds },
  { figure: "onHold", name: texts.onHold },
  { figure: "invested", name: texts.inBots },
  { figure: "runningProfit", name: texts.grantedProfit },
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
