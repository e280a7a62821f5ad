import { formatAmount, messages, transferProfit } from "@wazi/contracts";
import type { ReactNode } from "react";
import { useForm, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { failureText } from "../../lib/api-client.ts";
import { toCents } from "../../lib/cents.ts";
import { firstMessage, onSubmit, schemaResolver } from "../../lib/forms.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { AmountField } from "../../ui/field.tsx";
import { Money } from "../../ui/money.tsx";
import { toast } from "../../ui/toast-store.ts";

/** What the dialog needs of either transfer. */
interface Transfer {
  mutateAsync: (input: { body: { amount: string } }) => Promise<unknown>;
  isPending: boolean;
  isError: boolean;
  error: Error | null;
}

/** Both transfers take the same body. */
function transferForm(available: string, overText: (available: string) => string) {
  return transferProfit.body.check(
    z.refine((form) => toCents(form.amount) <= toCents(available), {
      error: overText(formatAmount(available)),
      path: ["amount"],
    }),
  );
}

/** The amount to move to the balance, with its checks; the same for the investment fund and for running profits. */
export function TransferDialog({
  title,
  availableLabel,
  available,
  overText,
  transfer,
  failureDefault,
  success,
  onClose,
  children,
}: {
  title: string;
  availableLabel: string;
  available: string;
  overText: (available: string) => string;
  transfer: Transfer;
  failureDefault: string;
  success: { title: string; text: string };
  onClose: () => void;
  /** What has to be known before the click, given the amount in cents that stands in the field. */
  children: (amountCents: bigint) => ReactNode;
}) {
  const form = useForm({
    resolver: schemaResolver(transferForm(available, overText)),
    defaultValues: { amount: "" },
  });
  const error = form.formState.errors.amount?.message;
  const typed = useWatch({ control: form.control, name: "amount" });

  const submit = form.handleSubmit(
    async (body) => {
      try {
        await transfer.mutateAsync({ body });
        toast.good(success.title, success.text);
        onClose();
      } catch (failure) {
        toast.bad("Transfer Failed", failureText(failure, failureDefault));
      }
    },
    (errors) => {
      const message = firstMessage(errors);
      toast.bad(message === messages.invalidAmount ? "Invalid Amount" : "Insufficient Funds", message);
    },
  );

  return (
    <Dialog title={title} onClose={onClose} busy={transfer.isPending}>
      <form noValidate onSubmit={onSubmit(submit)} className="grid gap-5">
        <p className="flex items-baseline justify-between gap-4 border-b border-line pb-4">
          <span className="text-muted">{availableLabel}</span>
          <Money value={available} className="text-24 font-semibold" />
        </p>
        <AmountField label="Amount (USD)" error={error} {...form.register("amount")} />
        {children(toCents(String(typed)))}
        {transfer.isError ? <FailureNotice error={transfer.error} fallback={failureDefault} /> : null}
        <DialogActions>
          <Button look="secondary" onClick={onClose} disabled={transfer.isPending}>
            Cancel
          </Button>
          <Button type="submit" pending={transfer.isPending} pendingLabel="Transferring...">
            Transfer to balance
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
