import type { AdminWithdrawal } from "@wazi/contracts";
import type { WithdrawalEnd } from "./settle-withdrawal.ts";
import { WithdrawalDialog } from "./withdrawal-dialog.tsx";

/** The dialog of a withdrawal, where it is to be ended. */
export function SettleWithdrawalDialog({
  withdrawal,
  end,
  onClose,
}: {
  withdrawal: AdminWithdrawal;
  end: WithdrawalEnd;
  onClose: () => void;
}) {
  return (
    <WithdrawalDialog withdrawal={withdrawal} step={end === "completed" ? "complete" : "reject"} onClose={onClose} />
  );
}
