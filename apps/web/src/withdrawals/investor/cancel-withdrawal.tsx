import { formatAmount, type Withdrawal } from "@wazi/contracts";
import { useState } from "react";
import { failureText } from "../../lib/api-client.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { toast } from "../../ui/toast-store.ts";
import { useCancelWithdrawal } from "./api.ts";
import * as texts from "../../messages/withdrawals.ts";

const FAILED = texts.cancelFailed;

/** Cancels a pending withdrawal, after a confirmation. */
export function CancelWithdrawal({ withdrawal }: { withdrawal: Withdrawal }) {
  const [isOpen, setOpen] = useState(false);
  const cancel = useCancelWithdrawal();

  async function send(): Promise<void> {
    try {
      await cancel.mutateAsync({ params: { id: withdrawal.id } });
      toast.good(texts.withdrawalCancelled, texts.cancelDone({ amount: formatAmount(withdrawal.amount) }));
      setOpen(false);
    } catch (failure) {
      toast.bad(texts.error, failureText(failure, FAILED));
    }
  }

  return (
    <>
      <Button look="secondary" className="mt-3" onClick={() => setOpen(true)}>
        {texts.cancelWithdrawal}
      </Button>
      {isOpen ? (
        <Dialog title={texts.cancelTitle} onClose={() => setOpen(false)} busy={cancel.isPending}>
          <div className="grid gap-5">
            <p>
              {texts.cancelEffect({
                amount: <strong className="figure font-semibold">${formatAmount(withdrawal.amount)}</strong>,
              })}
            </p>
            {cancel.isError ? <FailureNotice error={cancel.error} fallback={FAILED} /> : null}
            <DialogActions>
              <Button look="secondary" disabled={cancel.isPending} onClick={() => setOpen(false)}>
                {texts.keepIt}
              </Button>
              <Button
                look="danger"
                pending={cancel.isPending}
                pendingLabel={texts.cancelling}
                onClick={() => void send()}
              >
                {texts.cancelWithdrawal}
              </Button>
            </DialogActions>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}
