import type { AdminDeposit } from "@wazi/contracts";
import { DepositDialog } from "./deposit-dialog.tsx";

/** The dialog of a deposit, where it is to be credited. */
export function ApproveDepositDialog({ deposit, onClose }: { deposit: AdminDeposit; onClose: () => void }) {
  return <DepositDialog deposit={deposit} step="approve" onClose={onClose} />;
}
