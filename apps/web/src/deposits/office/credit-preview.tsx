import type { AccountFigures, AdminDeposit } from "@wazi/contracts";
import { sumCents } from "../../lib/cents.ts";
import { BeforeAfter, type FigureChange } from "../../office/decisions/effects.tsx";
import { useUserDetail } from "../../office/person/api.ts";
import { formatName } from "../../office/person/person.tsx";
import * as texts from "../../messages/admin-deposits.ts";

/** The effect of a credit on the account of the deposit's owner. */
export function CreditPreview({ deposit, credited }: { deposit: AdminDeposit; credited: string }) {
  const { data } = useUserDetail(deposit.userId);
  if (data === undefined) return null;
  return (
    <BeforeAfter
      caption={texts.previewCaption({ user: formatName(deposit.user) })}
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
    raised(texts.depositFunds, account.depositFunds),
    raised(texts.balance, account.balance),
    raised(texts.totalDeposits, account.totalDeposits),
  ];
}
