import type { AccountFigures } from "@wazi/contracts";
import { sumCents } from "../../../lib/cents.ts";
import type { FigureChange } from "../decisions/before-after.tsx";

/** What a deposit of this amount does to the figures of an account. */
export function creditedFigures(
  account: Pick<AccountFigures, "depositFunds" | "balance" | "totalDeposits">,
  credited: string,
): FigureChange[] {
  const raised = (label: string, before: string): FigureChange => ({
    label,
    before,
    after: sumCents([before, credited]),
  });
  return [
    raised("Deposit funds", account.depositFunds),
    raised("Balance", account.balance),
    raised("Total deposits", account.totalDeposits),
  ];
}
