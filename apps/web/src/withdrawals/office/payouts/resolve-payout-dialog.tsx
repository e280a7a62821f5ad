import { formatAmount, payoutRailLabels, type AdminPayout } from "@wazi/contracts";
import { useState } from "react";
import { failureText } from "../../../lib/api-client.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { FailureNotice } from "../../../ui/failure-notice.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextAreaField } from "../../../ui/text-area-field.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { useResolvePayout } from "./api.ts";
import * as texts from "../../../messages/admin-payouts.ts";

const FAILED = texts.resolveFailed;

/** Ends a payment whose result is unknown. `payout` is the latest state: its result may have arrived meanwhile. */
export function ResolvePayoutDialog({ payout, onClose }: { payout: AdminPayout; onClose: () => void }) {
  const resolve = useResolvePayout();
  const [outcome, setOutcome] = useState<"paid" | "not-paid">("paid");
  const [receipt, setReceipt] = useState("");
  const [reason, setReason] = useState("");
  const isKnown = payout.state !== "unknown" && !resolve.isPending && !resolve.isSuccess;

  async function submit(): Promise<void> {
    const body = outcome === "paid" ? { outcome, receipt, reason } : { outcome, reason };
    try {
      await resolve.mutateAsync({ params: { id: payout.id }, body });
      toast.good(texts.success, outcome === "paid" ? texts.resolvePaidDone : texts.resolveUnpaidDone);
      onClose();
    } catch (failure) {
      toast.bad(texts.error, failureText(failure, FAILED));
    }
  }

  return (
    <Dialog title={texts.resolveTitle} onClose={onClose} busy={resolve.isPending}>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p>
          {texts.resolveLead({
            amount: formatAmount(payout.amount),
            rail: payoutRailLabels[payout.rail],
            reference: <span className="font-mono break-all">{payout.reference}</span>,
          })}
        </p>
        {isKnown ? <Notice look="warning">{texts.resolveAlreadyKnown}</Notice> : null}
        <SelectField
          label={texts.result}
          value={outcome}
          onChange={(event) => setOutcome(event.target.value === "paid" ? "paid" : "not-paid")}
        >
          <option value="paid">{texts.resolveOptionPaid}</option>
          <option value="not-paid">{texts.resolveOptionUnpaid}</option>
        </SelectField>
        {outcome === "paid" ? (
          <TextField
            label={texts.receipt}
            hint={texts.resolveReferenceHint}
            autoComplete="off"
            spellCheck={false}
            value={receipt}
            onChange={(event) => setReceipt(event.target.value)}
          />
        ) : (
          <Notice look="danger">{texts.resolveTwiceWarning}</Notice>
        )}
        <TextAreaField
          label={texts.reason}
          hint={texts.resolveNoteHint}
          autoComplete="off"
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {resolve.isError ? <FailureNotice error={resolve.error} fallback={FAILED} /> : null}
        <DialogActions>
          <Button look="secondary" onClick={onClose} disabled={resolve.isPending}>
            {texts.cancel}
          </Button>
          <Button type="submit" disabled={isKnown} pending={resolve.isPending} pendingLabel={texts.saving}>
            {texts.saveResult}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
