import { formatAmount, messages, setBotLevels, topUpBot, type UserBot } from "@wazi/contracts";
import type { ReactNode } from "react";
import { useForm, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { failureText } from "../../lib/api-client.ts";
import { toCents } from "../../lib/cents.ts";
import { getFirstMessage, onSubmit } from "../../lib/forms.ts";
import { schemaResolver } from "../../lib/schema-resolver.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { AmountField, TextField } from "../../ui/field.tsx";
import { Money } from "../../ui/money.tsx";
import { toast } from "../../ui/toast-store.ts";
import { AmountShares } from "../../ui/amount-shares.tsx";
import { useSetBotLevels, useTopUpBot } from "./api.ts";
import { LossLimit } from "./loss-limit.tsx";
import { UnprovenNotice } from "./unproven-notice.tsx";
import * as texts from "../../messages/investments.ts";

const TOP_UP_FAILURE = texts.topUpFailed;
const LEVELS_FAILURE = texts.levelsFailed;

/** Adds money of the balance to an active position. */
export function TopUpDialog({
  position,
  balance,
  questions,
  isUnproven,
  onClose,
}: {
  position: UserBot;
  balance: string;
  /** Asked before the form. */
  questions: ReactNode;
  /** True for a bot without evidence that the operator has opened. */
  isUnproven: boolean;
  onClose: () => void;
}) {
  const { botId, name } = position;
  const topUp = useTopUpBot();
  const form = useForm({
    resolver: schemaResolver(
      topUpBot.body.check(
        z.refine((values) => toCents(String(values.amount)) <= toCents(balance), {
          error: texts.balanceTooSmall({ balance: formatAmount(balance) }),
          path: ["amount"],
        }),
      ),
    ),
    defaultValues: { botId, amount: "" },
  });
  const submit = form.handleSubmit(
    async (body) => {
      try {
        await topUp.mutateAsync({ body });
        toast.good(texts.moneyAdded, texts.topUpDone({ amount: formatAmount(body.amount), name }));
        onClose();
      } catch (failure) {
        toast.bad(texts.topUpFailedTitle, failureText(failure, TOP_UP_FAILURE));
      }
    },
    (errors) => {
      const message = getFirstMessage(errors);
      toast.bad(message === messages.invalidAllocation ? texts.invalidAmount : texts.insufficientFunds, message);
    },
  );
  return (
    <Dialog title={texts.topUpTitle({ name })} onClose={onClose} busy={topUp.isPending}>
      {questions}
      <form noValidate onSubmit={onSubmit(submit)} className="grid gap-5">
        {isUnproven ? <UnprovenNotice /> : null}
        <p className="flex items-baseline justify-between gap-4 border-b border-line pb-4">
          <span className="text-muted">{texts.availableBalance}</span>
          <Money value={balance} className="text-24 font-semibold" />
        </p>
        <AmountField
          label={texts.amountUsd}
          hint={texts.topUpHint}
          error={form.formState.errors.amount?.message}
          {...form.register("amount")}
        />
        <AmountShares
          available={balance}
          onChoose={(amount) => form.setValue("amount", amount, { shouldDirty: true })}
        />
        {topUp.isError ? <FailureNotice error={topUp.error} fallback={TOP_UP_FAILURE} /> : null}
        <DialogActions>
          <Button look="secondary" onClick={onClose} disabled={topUp.isPending}>
            {texts.cancel}
          </Button>
          <Button type="submit" pending={topUp.isPending} pendingLabel={texts.adding}>
            {texts.addMoney}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

const emptyToNull = (typed: string): string | null => (typed.trim() === "" ? null : typed.trim());

/** Sets, changes or removes the stop-loss and take-profit of an active position. */
export function LevelsDialog({ position, onClose }: { position: UserBot; onClose: () => void }) {
  const { botId, name, allocatedAmount } = position;
  const change = useSetBotLevels();
  const form = useForm({
    defaultValues: { stopLossPct: position.stopLossPct ?? "", takeProfitPct: position.takeProfitPct ?? "" },
  });
  const stopLossPct = useWatch({ control: form.control, name: "stopLossPct" });
  const { errors } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    const parsed = z.safeParse(setBotLevels.body, {
      botId,
      stopLossPct: emptyToNull(values.stopLossPct),
      takeProfitPct: emptyToNull(values.takeProfitPct),
    });
    if (!parsed.success) {
      for (const { path, message } of parsed.error.issues) {
        if (path[0] === "stopLossPct" || path[0] === "takeProfitPct") form.setError(path[0], { message });
      }
      return;
    }
    try {
      await change.mutateAsync({ body: parsed.data });
      toast.good(texts.levelsSaved, texts.levelsDone({ name }));
      onClose();
    } catch (failure) {
      toast.bad(texts.changeFailed, failureText(failure, LEVELS_FAILURE));
    }
  });
  return (
    <Dialog title={texts.levelsDialogTitle({ name })} onClose={onClose} busy={change.isPending}>
      <form noValidate onSubmit={onSubmit(submit)} className="grid gap-5">
        <div className="grid grid-cols-2 items-start gap-4">
          <TextField
            label={texts.stopLossPercent}
            inputMode="decimal"
            autoComplete="off"
            placeholder={texts.none}
            error={errors.stopLossPct?.message}
            {...form.register("stopLossPct")}
          />
          <TextField
            label={texts.takeProfitPercent}
            inputMode="decimal"
            autoComplete="off"
            placeholder={texts.none}
            error={errors.takeProfitPct?.message}
            {...form.register("takeProfitPct")}
          />
        </div>
        <LossLimit amount={allocatedAmount} stopLossPct={stopLossPct} />
        <p className="text-14 text-muted">{texts.levelsDialogLead}</p>
        {change.isError ? <FailureNotice error={change.error} fallback={LEVELS_FAILURE} /> : null}
        <DialogActions>
          <Button look="secondary" onClick={onClose} disabled={change.isPending}>
            {texts.cancel}
          </Button>
          <Button type="submit" pending={change.isPending} pendingLabel={texts.saving}>
            {texts.saveLevels}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
