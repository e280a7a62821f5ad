import { settleWithdrawal, type AdminWithdrawal } from "@wazi/contracts";
import { useForm, type Resolver } from "react-hook-form";
import { failureText } from "../../../lib/api-client.ts";
import { onSubmit } from "../../../lib/forms.ts";
import { schemaResolver } from "../../../lib/schema-resolver.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { FailureNotice } from "../../../ui/failure-notice.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Money } from "../../../ui/money.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { nameOf } from "../owner-cell.tsx";
import { PayoutDetails } from "./payout-details.tsx";
import { useSettleWithdrawal, type WithdrawalEnd } from "./settle-withdrawal.ts";

const emptyForm = { transactionHash: "", notes: "" };
type Body = { status: WithdrawalEnd; transactionHash?: string | undefined; notes?: string | undefined };

const checkBody = schemaResolver(settleWithdrawal.body);

/** What is left empty is not sent. */
function resolverFor(end: WithdrawalEnd): Resolver<typeof emptyForm, unknown, Body> {
  return (values, context, options) => {
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ""));
    return checkBody({ status: end, ...given }, context, options as never);
  };
}

const texts = {
  completed: {
    title: "Complete withdrawal",
    button: "Complete withdrawal",
    pending: "Completing...",
    failure: "Failed to complete withdrawal",
    success: "The withdrawal is processed.",
  },
  rejected: {
    title: "Reject withdrawal?",
    button: "Reject withdrawal",
    pending: "Rejecting...",
    failure: "Failed to reject withdrawal",
    success: "The withdrawal was rejected and the money is back in the balance.",
  },
} as const;

export function SettleWithdrawalDialog({
  withdrawal,
  end,
  onClose,
}: {
  withdrawal: AdminWithdrawal;
  end: WithdrawalEnd;
  onClose: () => void;
}) {
  const settle = useSettleWithdrawal();
  const form = useForm<typeof emptyForm, unknown, Body>({ resolver: resolverFor(end), defaultValues: emptyForm });
  const { errors } = form.formState;
  const text = texts[end];

  const submit = form.handleSubmit(async (body) => {
    try {
      await settle.mutateAsync({ params: { id: withdrawal.id }, body });
      toast.good("Success", text.success);
      onClose();
    } catch (failure) {
      toast.bad("Error", failureText(failure, text.failure));
    }
  });

  return (
    <Dialog title={text.title} onClose={onClose} busy={settle.isPending}>
      <form noValidate onSubmit={onSubmit(submit)} className="grid gap-5">
        <WhatItDoes withdrawal={withdrawal} end={end} />
        {end === "completed" ? (
          <TextField
            label="Transaction hash (optional)"
            autoComplete="off"
            spellCheck={false}
            error={errors.transactionHash?.message}
            {...form.register("transactionHash")}
          />
        ) : (
          <TextField
            label="Note (optional)"
            hint="Shown to the investor with the withdrawal"
            error={errors.notes?.message}
            {...form.register("notes")}
          />
        )}
        {settle.isError ? <FailureNotice error={settle.error} fallback={text.failure} /> : null}
        <DialogActions>
          <Button look="secondary" onClick={onClose} disabled={settle.isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            look={end === "completed" ? "primary" : "danger"}
            pending={settle.isPending}
            pendingLabel={text.pending}
          >
            {text.button}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function WhatItDoes({ withdrawal, end }: { withdrawal: AdminWithdrawal; end: WithdrawalEnd }) {
  const amount = <Money value={withdrawal.amount} className="font-semibold" />;
  const name = <strong className="font-semibold">{nameOf(withdrawal.user)}</strong>;
  return (
    <>
      {end === "completed" ? (
        <p>
          Marks {amount} to {name} as paid out. Do this only once the money has been sent: it can&apos;t be undone.
        </p>
      ) : (
        <p>
          Nothing is paid out. {amount} goes back to the balance of {name} at once.
        </p>
      )}
      <div className="rounded-sm bg-sunken px-4 py-3 text-14">
        <PayoutDetails withdrawal={withdrawal} />
      </div>
    </>
  );
}
