import type { AdminDeposit } from "@wazi/contracts";
import { DepositDialog } from "./deposit-dialog.tsx";

/** The dialog of a deposit that has ended, where money is to be credited that came late for it. */
export function LateCreditDialog({ deposit, onClose }: { deposit: AdminDeposit; onClose: () => void }) {
  return <DepositDialog deposit={deposit} step="late" onClose={onClose} />;
}
