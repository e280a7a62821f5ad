import type { AdminDeposit } from "@wazi/contracts";
import { DepositDialog } from "./deposit-dialog.tsx";

/** The dialog of a deposit, where it is to be rejected. */
export function RejectDepositDialog({ deposit, onClose }: { deposit: AdminDeposit; onClose: () => void }) {
  return <DepositDialog deposit={deposit} step="reject" onClose={onClose} />;
}
