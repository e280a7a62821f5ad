import { changeSystemSettings, getSystemSettings, type SystemSettings } from "@wazi/contracts";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { firstMessage, onSubmit } from "../../../lib/forms.ts";
import { schemaResolver } from "../../../lib/schema-resolver.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { DecisionEnd } from "../decisions/decision-end.tsx";
import { useDecide } from "../decisions/use-decide.ts";
import { useChangeGasFee } from "./change-gas-fee.ts";
import { useGasFee } from "./gas-fee.ts";

const failed = "Failed to change the gas fee settings";

/** Says whom it concerns, and what they are now where another administrator changes them meanwhile. */
export function GasFeeDialog({ settings, onClose }: { settings: SystemSettings; onClose: () => void }) {
  const change = useChangeGasFee();
  const decide = useDecide([getSystemSettings]);
  const [seen] = useState(settings);
  const { data: now = seen } = useGasFee({ whileOpen: true });
  const form = useForm({ resolver: schemaResolver(changeSystemSettings.body), defaultValues: seen });
  const { errors } = form.formState;
  const isMine = change.isPending || change.isSuccess;
  const hasMoved = !isMine && (now.gasFeeAddress !== seen.gasFeeAddress || now.gasFeeAmount !== seen.gasFeeAmount);

  const submit = form.handleSubmit(
    (body) =>
      decide(
        () => change.mutateAsync({ body }),
        { done: "The gas fee settings are changed.", failed },
        { onDone: onClose },
      ),
    (invalid) => toast.bad("Error", firstMessage(invalid)),
  );

  return (
    <Dialog title="Edit gas fee settings" onClose={onClose} busy={change.isPending}>
      <form noValidate onSubmit={onSubmit(submit)} className="grid gap-5">
        <p className="text-14 text-muted">
          Counts for every payout from now on, and is what every investor reads behind the details of a pending
          withdrawal. Nobody is asked to pay it. It was {seen.gasFeeAmount} when you opened this.
        </p>
        {hasMoved ? (
          <Notice look="warning" role="alert" title="Changed meanwhile">
            <p>
              Another administrator has set {now.gasFeeAmount} from{" "}
              <span className="font-mono break-all">{now.gasFeeAddress}</span>. Saving puts what stands below in its
              place.
            </p>
          </Notice>
        ) : null}
        <TextField
          label="Gas fee address"
          hint="A wallet of the platform: fees are paid from it. Nobody is asked to send to it."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.gasFeeAddress?.message}
          {...form.register("gasFeeAddress")}
        />
        <TextField
          label="Gas fee amount"
          hint="With its coin, such as 500 TRX"
          autoComplete="off"
          error={errors.gasFeeAmount?.message}
          {...form.register("gasFeeAmount")}
        />
        <DecisionEnd
          mutation={change}
          failed={failed}
          onCancel={onClose}
          onClose={onClose}
          submit={{ label: "Save settings", pendingLabel: "Saving..." }}
        />
      </form>
    </Dialog>
  );
}
