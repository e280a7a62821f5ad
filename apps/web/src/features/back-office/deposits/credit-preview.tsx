import type { AccountFigures, AdminDeposit } from "@wazi/contracts";
import { sumCents } from "../../../lib/cents.ts";
import { BeforeAfter, type FigureChange } from "../decisions/effects.tsx";
import { useUserDetail } from "../person/api.ts";
import { formatName } from "../person/person.tsx";

/** The effect of a credit on the account of the deposit's owner. */
export function CreditPreview({ deposit, credited }: { deposit: AdminDeposit; credited: string }) {
  const { data } = useUserDetail(deposit.userId);
  if (data === undefined) return null;
  return (
    <BeforeAfter
      caption={`Effect on the account of ${formatName(deposit.user)}`}
      changes={computeCreditChanges(data.user.account, credited)}
    />
  );
}

/** The effect of a credit on the figures of an account. */
export function computeCreditChanges(
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
