import { payoutRailLabels, stopRail, type PayoutRailName } from "@wazi/contracts";
import { useForm } from "react-hook-form";
import { failureText } from "../../../lib/api-client.ts";
import { onSubmit } from "../../../lib/forms.ts";
import { schemaResolver } from "../../../lib/schema-resolver.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { FailureNotice } from "../../../ui/failure-notice.tsx";
import { TextAreaField } from "../../../ui/text-area-field.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { useStopRail } from "./api.ts";
import * as texts from "../../../messages/admin-payouts.ts";

const FAILED = texts.failedToStopTheRail;

export function StopRailDialog({ rail, onClose }: { rail: PayoutRailName; onClose: () => void }) {
  const stop = useStopRail();
  const form = useForm({ resolver: schemaResolver(stopRail.body), defaultValues: { reason: "" } });
  const { errors } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    try {
      await stop.mutateAsync({ params: { rail }, body });
      toast.good(texts.success, texts.payoutsOverRailAreStopped({ rail: payoutRailLabels[rail] }));
      onClose();
    } catch (failure) {
      toast.bad(texts.error, failureText(failure, FAILED));
    }
  });
  return (
    <Dialog title={texts.stopRail({ rail: payoutRailLabels[rail] })} onClose={onClose} busy={stop.isPending}>
      <form noValidate onSubmit={onSubmit(submit)} className="grid gap-5">
        <p>{texts.nothingMoreSentOverThis}</p>
        <TextAreaField
          label={texts.reason}
          hint={texts.savedInAuditLogAnd}
          autoComplete="off"
          maxLength={500}
          error={errors.reason?.message}
          {...form.register("reason")}
        />
        {stop.isError ? <FailureNotice error={stop.error} fallback={FAILED} /> : null}
        <DialogActions>
          <Button look="secondary" onClick={onClose} disabled={stop.isPending}>
            {texts.cancel}
          </Button>
          <Button type="submit" look="danger" pending={stop.isPending} pendingLabel={texts.stopping}>
            {texts.stopRail2}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
