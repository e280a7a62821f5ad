import type { Deposit } from "@wazi/contracts";
import { failureText } from "../../lib/api-client.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { toast } from "../../ui/toast-store.ts";
import { useCancelDeposit } from "./api.ts";
import * as texts from "../../messages/deposits.ts";

const FAILURE_DEFAULT = texts.cancelFailed;

export function CancelDepositDialog({ deposit, onClose }: { deposit: Deposit; onClose: () => void }) {
  const cancel = useCancelDeposit();

  function confirm() {
    cancel.mutate(
      { params: { id: deposit.id } },
      {
        onSuccess: () => {
          toast.good(texts.depositCancelled);
          onClose();
        },
        onError: (error) => toast.bad(texts.error, failureText(error, FAILURE_DEFAULT)),
      },
    );
  }

  return (
    <Dialog title={texts.cancelTitle} onClose={onClose} busy={cancel.isPending}>
      <div className="grid gap-5">
        <p className="text-muted">{texts.cancelEffect}</p>
        {cancel.isError ? <FailureNotice error={cancel.error} fallback={FAILURE_DEFAULT} /> : null}
        <DialogActions>
          <Button look="secondary" onClick={onClose} disabled={cancel.isPending}>
            {texts.keepIt}
          </Button>
          <Button look="danger" onClick={confirm} pending={cancel.isPending} pendingLabel={texts.cancelling}>
            {texts.cancelSubmit}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
