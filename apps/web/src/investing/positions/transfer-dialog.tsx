import {
  formatAmount,
  messages,
  previewInvestmentTransfer,
  previewProfitTransfer,
  transferProfit,
  type TransferResult,
  type UserBot,
  type WaitingTransfer,
} from "@wazi/contracts";
import type { ReactNode } from "react";
import { useForm, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { failureText } from "../../lib/api-client.ts";
import { sumCents, toCents } from "../../lib/cents.ts";
import { getFirstMessage, onSubmit } from "../../lib/forms.ts";
import { schemaResolver } from "../../lib/schema-resolver.ts";
import { useDebouncedValue } from "../../lib/use-debounced-value.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { AmountField } from "../../ui/field.tsx";
import { Money } from "../../ui/money.tsx";
import { toast } from "../../ui/toast-store.ts";
import { ExitPreviewBox } from "./exit-preview-box.tsx";
import { useExitPreview, useTransferInvestment, useTransferProfit } from "./api.ts";
import { formatTransferWaiting } from "./exit-text.ts";
import * as texts from "../../messages/investments.ts";

/** The parts of either transfer's mutation that the dialog uses. */
interface Transfer {
  mutateAsync: (input: { body: { amount: string } }) => Promise<TransferResult | WaitingTransfer>;
  isPending: boolean;
  isError: boolean;
  error: Error | null;
}

/** The preview is fetched after typing has paused for this long. */
const TYPING_PAUSE_MS = 300;

function transferForm(available: string, overText: (available: string) => string) {
  return transferProfit.body.check(
    z.refine((form) => toCents(form.amount) <= toCents(available), {
      error: overText(formatAmount(available)),
      path: ["amount"],
    }),
  );
}

/** The dialog of both transfers to the balance, from the investment fund and from running profits. */
function TransferDialog({
  title,
  availableLabel,
  available,
  overText,
  positions,
  previewCall,
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
  positions: readonly UserBot[];
  previewCall: typeof previewInvestmentTransfer | typeof previewProfitTransfer;
  transfer: Transfer;
  failureDefault: string;
  success: { title: string; text: string };
  onClose: () => void;
  /** Information to read before confirming. */
  children: ReactNode;
}) {
  const schema = transferForm(available, overText);
  const form = useForm({ resolver: schemaResolver(schema), defaultValues: { amount: "" } });
  const error = form.formState.errors.amount?.message;
  const typed = String(useWatch({ control: form.control, name: "amount" }));
  const asked = useDebouncedValue(typed, TYPING_PAUSE_MS);
  const isFit = z.safeParse(schema, { amount: typed }).success;
  const body = isFit && asked === typed ? { amount: asked } : null;
  const preview = useExitPreview(previewCall, body, transfer.isPending);

  const submit = form.handleSubmit(
    async (values) => {
      try {
        const answer = await transfer.mutateAsync({ body: values });
        if ("waiting" in answer) toast.good(texts.exitWaiting, formatTransferWaiting(answer, positions));
        else toast.good(success.title, success.text);
        onClose();
      } catch (failure) {
        toast.bad(texts.transferFailed, failureText(failure, failureDefault));
      }
    },
    (errors) => {
      const message = getFirstMessage(errors);
      toast.bad(message === messages.invalidAmount ? texts.invalidAmount : texts.insufficientFunds, message);
    },
  );

  return (
    <Dialog title={title} onClose={onClose} busy={transfer.isPending}>
      <form noValidate onSubmit={onSubmit(submit)} className="grid gap-5">
        <p className="flex items-baseline justify-between gap-4 border-b border-line pb-4">
          <span className="text-muted">{availableLabel}</span>
          <Money value={available} className="text-24 font-semibold" />
        </p>
        <AmountField label={texts.amountUsd} error={error} {...form.register("amount")} />
        {children}
        {isFit ? <ExitPreviewBox query={preview} /> : null}
        {transfer.isError ? <FailureNotice error={transfer.error} fallback={failureDefault} /> : null}
        <DialogActions>
          <Button look="secondary" onClick={onClose} disabled={transfer.isPending}>
            {texts.cancel}
          </Button>
          <Button type="submit" pending={transfer.isPending} pendingLabel={texts.transferring}>
            {texts.transferSubmit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

export function InvestmentTransferDialog({
  positions,
  onClose,
}: {
  positions: readonly UserBot[];
  onClose: () => void;
}) {
  const transfer = useTransferInvestment();
  return (
    <TransferDialog
      title={texts.investmentTransferTitle}
      availableLabel={texts.investmentTransferAvailable}
      available={sumCents(positions.map(({ allocatedAmount }) => allocatedAmount))}
      overText={messages.overInvestmentFund}
      positions={positions}
      previewCall={previewInvestmentTransfer}
      transfer={transfer}
      failureDefault={texts.investmentTransferFailed}
      success={{
        title: texts.transferSuccessful,
        text: texts.investmentTransferDone,
      }}
      onClose={onClose}
    >
      <p className="text-14 text-muted">{texts.investmentTransferEffect}</p>
    </TransferDialog>
  );
}

export function ProfitTransferDialog({
  runningProfit,
  positions,
  onClose,
}: {
  runningProfit: string;
  positions: readonly UserBot[];
  onClose: () => void;
}) {
  const transfer = useTransferProfit();
  return (
    <TransferDialog
      title={texts.profitTransferTitle}
      availableLabel={texts.profitTransferAvailable}
      available={runningProfit}
      overText={messages.overRunningProfit}
      positions={positions}
      previewCall={previewProfitTransfer}
      transfer={transfer}
      failureDefault={texts.profitTransferFailed}
      success={{ title: texts.profitTransferDoneTitle, text: texts.profitTransferDone }}
      onClose={onClose}
    >
      <p className="text-14 text-muted">{texts.profitTransferEffect}</p>
    </TransferDialog>
  );
}

/** The dialog of one of the two transfers. It comes when it is opened, so that the dashboard is there sooner. */
export default function TransferDialogs({
  kind,
  runningProfit,
  positions,
  onClose,
}: {
  kind: "investment" | "profit";
  runningProfit: string;
  positions: readonly UserBot[];
  onClose: () => void;
}) {
  return kind === "investment" ? (
    <InvestmentTransferDialog positions={positions} onClose={onClose} />
  ) : (
    <ProfitTransferDialog runningProfit={runningProfit} positions={positions} onClose={onClose} />
  );
}
