import type { AdminDeposit } from "@wazi/contracts";
import { BeforeAfter } from "../decisions/before-after.tsx";
import { nameOf } from "../owner-cell.tsx";
import { useUserDetail } from "../user-page/user-detail.ts";
import { creditedFigures } from "./credited-figures.ts";

/** What crediting this amount does to the account of the deposit's owner, in figures. */
export function CreditPreview({ deposit, credited }: { deposit: AdminDeposit; credited: string }) {
  const { data } = useUserDetail(deposit.userId);
  if (data === undefined) return null;
  return (
    <BeforeAfter
      caption={`What it does to the account of ${nameOf(deposit.user)}`}
      changes={creditedFigures(data.user.account, credited)}
    />
  );
}
