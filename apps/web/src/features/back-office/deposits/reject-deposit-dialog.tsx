import type { AdminDeposit } from "@wazi/contracts";
import { failureText } from "../../../lib/api-client.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { FailureNotice } from "../../../ui/failure-notice.tsx";
import { Money } from "../../../ui/money.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { nameOf } from "../owner-cell.tsx";
import { useSettleDeposit } from "./settle-deposit.ts";

export function RejectDepositDialog({ deposit, onClose }: { deposit: AdminDeposit; onClose: () => void }) {
  const settle = useSettleDeposit();

  function confirm() {
    settle.mutate(
      { params: { id: deposit.id }, body: { status: "failed" } },
      {
        onSuccess: () => {
          toast.good("Success", "The deposit was rejected.");
          onClose();
        },
        onError: (error) => toast.bad("Error", failureText(error, "Failed to reject deposit")),
      },
    );
  }

  return (
    <Dialog title="Reject deposit?" onClose={onClose} busy={settle.isPending}>
      <div className="grid gap-5">
        <p>
          The deposit of <Money value={deposit.amount} className="font-semibold" /> by{" "}
          <strong className="font-semibold">{nameOf(deposit.user)}</strong> ends as failed. Nothing is credited. The
          address stays theirs: money that comes late can still be credited.
        </p>
        {settle.isError ? <FailureNotice error={settle.error} fallback="Failed to reject deposit" /> : null}
        <DialogActions>
          <Button look="secondary" onClick={onClose} disabled={settle.isPending}>
            Cancel
          </Button>
          <Button look="danger" onClick={confirm} pending={settle.isPending} pendingLabel="Rejecting...">
            Reject deposit
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
