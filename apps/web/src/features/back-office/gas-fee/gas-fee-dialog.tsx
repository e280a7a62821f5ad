import { changeSystemSettings, type SystemSettings } from "@wazi/contracts";
import { useForm } from "react-hook-form";
import { failureText } from "../../../lib/api-client.ts";
import { firstMessage, onSubmit } from "../../../lib/forms.ts";
import { schemaResolver } from "../../../lib/schema-resolver.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { FailureNotice } from "../../../ui/failure-notice.tsx";
import { TextField } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { useChangeGasFee } from "./change-gas-fee.ts";

const failureDefault = "Failed to change the gas fee settings";

export function GasFeeDialog({ settings, onClose }: { settings: SystemSettings; onClose: () => void }) {
  const change = useChangeGasFee();
  const form = useForm({ resolver: schemaResolver(changeSystemSettings.body), defaultValues: settings });
  const { errors } = form.formState;

  const submit = form.handleSubmit(
    async (body) => {
      try {
        await change.mutateAsync({ body });
        toast.good("Success", "The gas fee settings are changed.");
        onClose();
      } catch (failure) {
        toast.bad("Error", failureText(failure, failureDefault));
      }
    },
    (invalid) => toast.bad("Error", firstMessage(invalid)),
  );

  return (
    <Dialog title="Edit gas fee settings" onClose={onClose} busy={change.isPending}>
      <form noValidate onSubmit={onSubmit(submit)} className="grid gap-5">
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
        {change.isError ? <FailureNotice error={change.error} fallback={failureDefault} /> : null}
        <DialogActions>
          <Button look="secondary" onClick={onClose} disabled={change.isPending}>
            Cancel
          </Button>
          <Button type="submit" pending={change.isPending} pendingLabel="Saving...">
            Save settings
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
