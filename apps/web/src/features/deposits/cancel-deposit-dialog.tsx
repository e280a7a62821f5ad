import type { Deposit } from "@wazi/contracts";
import { failureText } from "../../lib/api-client.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { toast } from "../../ui/toast-store.ts";
import { useCancelDeposit } from "./api.ts";

const FAILURE_DEFAULT = "Failed to cancel deposit";

export function CancelDepositDialog({ deposit, onClose }: { deposit: Deposit; onClose: () => void }) {
  const cancel = useCancelDeposit();

  function confirm() {
    cancel.mutate(
      { params: { id: deposit.id } },
      {
        onSuccess: () => {
          toast.good("Deposit Cancelled");
          onClose();
        },
        onError: (error) => toast.bad("Error", failureText(error, FAILURE_DEFAULT)),
      },
    );
  }

  return (
    <Dialog title="Cancel this deposit?" onClose={onClose} busy={cancel.isPending}>
      <div className="grid gap-5">
        <p className="text-muted">
          Cancel only if you have not sent any money. Money that arrives at this address later is still yours and can
          still be credited.
        </p>
        {cancel.isError ? <FailureNotice error={cancel.error} fallback={FAILURE_DEFAULT} /> : null}
        <DialogActions>
          <Button look="secondary" onClick={onClose} disabled={cancel.isPending}>
            Keep it
          </Button>
          <Button look="danger" onClick={confirm} pending={cancel.isPending} pendingLabel="Cancelling...">
            Yes, cancel it
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
