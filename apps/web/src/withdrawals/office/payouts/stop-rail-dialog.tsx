import { payoutRailLabels, stopRail, type PayoutRailName } from "@wazi/contracts";
import { useForm } from "react-hook-form";
import { schemaResolver } from "../../../lib/schema-resolver.ts";
import { TextAreaField } from "../../../ui/text-area-field.tsx";
import { bindFields } from "../../../office/decisions/bind-fields.ts";
import { ConfirmDialog } from "../../../office/decisions/confirm-dialog.tsx";
import { useStopRail } from "./api.ts";
import * as texts from "../../../messages/admin-payouts.ts";

export function StopRailDialog({ rail, onClose }: { rail: PayoutRailName; onClose: () => void }) {
  const stop = useStopRail();
  const form = useForm({ resolver: schemaResolver(stopRail.body), defaultValues: { reason: "" } });
  const field = bindFields(form);
  return (
    <ConfirmDialog
      title={texts.stopRail({ rail: payoutRailLabels[rail] })}
      mutation={stop}
      form={form}
      toInput={(body) => ({ params: { rail }, body })}
      submitLabel={texts.railStop}
      pendingLabel={texts.stopping}
      look="danger"
      done={texts.stopDone({ rail: payoutRailLabels[rail] })}
      failed={texts.stopFailed}
      onClose={onClose}
    >
      <p>{texts.stopEffect}</p>
      <TextAreaField
        label={texts.reason}
        hint={texts.stopReasonHint}
        autoComplete="off"
        maxLength={500}
        {...field("reason")}
      />
    </ConfirmDialog>
  );
}
