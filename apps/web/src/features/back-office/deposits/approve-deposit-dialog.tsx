import { formatAmount, settleDeposit, type AdminDeposit } from "@wazi/contracts";
import { useForm, useWatch, type Resolver } from "react-hook-form";
import { failureText } from "../../../lib/api-client.ts";
import { toCents } from "../../../lib/cents.ts";
import { onSubmit } from "../../../lib/forms.ts";
import { schemaResolver } from "../../../lib/schema-resolver.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { FailureNotice } from "../../../ui/failure-notice.tsx";
import { AmountField, TextField } from "../../../ui/field.tsx";
import { Money } from "../../../ui/money.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { nameOf } from "../owner-cell.tsx";
import { useSettleDeposit } from "./settle-deposit.ts";

const emptyForm = { receivedAmount: "", transactionHash: "" };
type Body = {
  status: "completed" | "failed";
  receivedAmount?: string | undefined;
  transactionHash?: string | undefined;
};

const checkBody = schemaResolver(settleDeposit.body);

/** What is left empty is not sent: then the amount that was asked for is credited. */
const resolver: Resolver<typeof emptyForm, unknown, Body> = (values, context, options) => {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ""));
  return checkBody({ status: "completed", ...given }, context, options as never);
};

export function ApproveDepositDialog({ deposit, onClose }: { deposit: AdminDeposit; onClose: () => void }) {
  const settle = useSettleDeposit();
  const form = useForm<typeof emptyForm, unknown, Body>({ resolver, defaultValues: emptyForm });
  const { errors } = form.formState;
  const received = useWatch({ control: form.control, name: "receivedAmount" });
  const credited = toCents(received) > 0n ? received : deposit.amount;
  const name = nameOf(deposit.user);

  const submit = form.handleSubmit(async (body) => {
    try {
      await settle.mutateAsync({ params: { id: deposit.id }, body });
      toast.good("Success", `$${formatAmount(credited)} credited to ${name}.`);
      onClose();
    } catch (failure) {
      toast.bad("Error", failureText(failure, "Failed to approve deposit"));
    }
  });

  return (
    <Dialog title="Approve deposit" onClose={onClose} busy={settle.isPending}>
      <form noValidate onSubmit={onSubmit(submit)} className="grid gap-5">
        <p>
          Credits <Money value={credited} className="font-semibold" /> to the deposit funds of{" "}
          <strong className="font-semibold">{name}</strong> ({deposit.user.email}). A deposit is credited once and
          can&apos;t be taken back here.
        </p>
        <AmountField
          label="Received amount (USD, optional)"
          hint={`Only if it differs from the $${formatAmount(deposit.amount)} asked for`}
          error={errors.receivedAmount?.message}
          {...form.register("receivedAmount")}
        />
        <TextField
          label="Transaction hash (optional)"
          autoComplete="off"
          spellCheck={false}
          error={errors.transactionHash?.message}
          {...form.register("transactionHash")}
        />
        {settle.isError ? <FailureNotice error={settle.error} fallback="Failed to approve deposit" /> : null}
        <DialogActions>
          <Button look="secondary" onClick={onClose} disabled={settle.isPending}>
            Cancel
          </Button>
          <Button type="submit" pending={settle.isPending} pendingLabel="Approving...">
            Approve deposit
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
