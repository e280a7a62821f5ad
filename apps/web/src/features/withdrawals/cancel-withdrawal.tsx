import { formatAmount, type Withdrawal } from "@wazi/contracts";
import { useState } from "react";
import { failureText } from "../../lib/api-client.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { toast } from "../../ui/toast-store.ts";
import { useCancelWithdrawal } from "./api.ts";

const FAILED = "Failed to cancel the withdrawal";

/** Cancels a pending withdrawal, after a confirmation. */
export function CancelWithdrawal({ withdrawal }: { withdrawal: Withdrawal }) {
  const [isOpen, setOpen] = useState(false);
  const cancel = useCancelWithdrawal();

  async function send(): Promise<void> {
    try {
      await cancel.mutateAsync({ params: { id: withdrawal.id } });
      toast.good("Withdrawal Cancelled", `$${formatAmount(withdrawal.amount)} returned to your balance.`);
      setOpen(false);
    } catch (failure) {
      toast.bad("Error", failureText(failure, FAILED));
    }
  }

  return (
    <>
      <Button look="secondary" className="mt-3" onClick={() => setOpen(true)}>
        Cancel withdrawal
      </Button>
      {isOpen ? (
        <Dialog title="Cancel this withdrawal?" onClose={() => setOpen(false)} busy={cancel.isPending}>
          <div className="grid gap-5">
            <p>
              <strong className="figure font-semibold">${formatAmount(withdrawal.amount)}</strong> returns to your
              balance at once and is not paid out. You can request a new withdrawal afterwards.
            </p>
            {cancel.isError ? <FailureNotice error={cancel.error} fallback={FAILED} /> : null}
            <DialogActions>
              <Button look="secondary" disabled={cancel.isPending} onClick={() => setOpen(false)}>
                Keep it
              </Button>
              <Button look="danger" pending={cancel.isPending} pendingLabel="Cancelling..." onClick={() => void send()}>
                Cancel withdrawal
              </Button>
            </DialogActions>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}
