import type { AdminUser } from "@wazi/contracts";
import { useForm } from "react-hook-form";
import { failureText } from "../../../lib/api-client.ts";
import { firstMessage, onSubmit, showFieldErrors } from "../../../lib/forms.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { FailureNotice } from "../../../ui/failure-notice.tsx";
import { AmountField, TextField } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { adjustmentResolver, figureNames, type AdjustmentBody, type AdjustmentForm } from "./account-adjustment.ts";
import { useAdjustAccount } from "./adjust-account.ts";
import { nameOf } from "../owner-cell.tsx";

const failureDefault = "Failed to update user";

export function EditUserDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const adjust = useAdjustAccount();
  const { balance, totalInvested, totalProfit } = user.account;
  const form = useForm<AdjustmentForm, unknown, AdjustmentBody>({
    resolver: adjustmentResolver(user.account),
    defaultValues: { balance, totalInvested, totalProfit, reason: "" },
  });
  const { errors } = form.formState;

  const submit = form.handleSubmit(
    async (body) => {
      try {
        await adjust.mutateAsync({ params: { id: user.id }, body });
        toast.good("Success", `The account of ${nameOf(user)} is adjusted.`);
        onClose();
      } catch (failure) {
        showFieldErrors(failure, form.setError, figureNames);
        toast.bad("Error", failureText(failure, failureDefault));
      }
    },
    (invalid) => toast.bad("Error", firstMessage(invalid)),
  );

  return (
    <Dialog title={`Edit ${nameOf(user)}`} onClose={onClose} busy={adjust.isPending}>
      <form noValidate onSubmit={onSubmit(submit)} className="grid gap-5">
        <p className="text-14 text-muted">
          Each difference is posted as an adjustment, with your name and the reason. It stands in their statement as an
          adjustment and never counts as earned by trading.
        </p>
        <AmountField label="Balance" error={errors.balance?.message} {...form.register("balance")} />
        <AmountField label="Total invested" error={errors.totalInvested?.message} {...form.register("totalInvested")} />
        <AmountField
          label="Total profit"
          min={undefined}
          error={errors.totalProfit?.message}
          {...form.register("totalProfit")}
        />
        <TextField
          label="Reason"
          hint="Shown to the investor"
          autoComplete="off"
          error={errors.reason?.message}
          {...form.register("reason")}
        />
        {adjust.isError ? <FailureNotice error={adjust.error} fallback={failureDefault} /> : null}
        <DialogActions>
          <Button look="secondary" onClick={onClose} disabled={adjust.isPending}>
            Cancel
          </Button>
          <Button type="submit" pending={adjust.isPending} pendingLabel="Saving...">
            Save changes
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
