import type { AdminWithdrawal } from "@wazi/contracts";
import { WithdrawalDialog } from "./withdrawal-dialog.tsx";

/** The dialog of a withdrawal, where it is to be deleted. */
export function DeleteWithdrawalDialog({ withdrawal, onClose }: { withdrawal: AdminWithdrawal; onClose: () => void }) {
  return <WithdrawalDialog withdrawal={withdrawal} step="delete" onClose={onClose} />;
}
