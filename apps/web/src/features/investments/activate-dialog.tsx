import { formatAmount, type Bot, type PackageTier } from "@wazi/contracts";
import { useMemo, type ReactNode } from "react";
import { useForm, useWatch, type UseFormReturn } from "react-hook-form";
import { findPlan } from "../../content/plans.ts";
import { failureText } from "../../lib/api-client.ts";
import { getFirstMessage, onSubmit } from "../../lib/forms.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { AmountField, TextField } from "../../ui/field.tsx";
import { Money } from "../../ui/money.tsx";
import { toast } from "../../ui/toast-store.ts";
import { useActivateBot } from "./bots-api.ts";
import {
  getActivateErrorTitle,
  createActivateResolver,
  type ActivateBody,
  type ActivateValues,
} from "./activate-form-schema.ts";

/** What an investor should know before money goes into a bot. */
export interface ActivationNotices {
  /** For the amount that is being typed. */
  costs: (given: { botId: string; typed: string }) => ReactNode;
  risk: ReactNode;
}

const FAILURE_DEFAULT = "Failed to activate bot";

export function ActivateDialog({
  bot,
  tier,
  balance,
  notices,
  onClose,
}: {
  bot: Bot;
  tier: PackageTier["tier"];
  balance: string;
  notices: ActivationNotices;
  onClose: () => void;
}) {
  const activate = useActivateBot();
  const form = useForm({
    resolver: useMemo(() => createActivateResolver(balance), [balance]),
    defaultValues: { botId: bot.id, allocatedAmount: "", stopLossPct: "", takeProfitPct: "" },
  });
  const error = form.formState.errors.allocatedAmount?.message;
  const typed = useWatch({ control: form.control, name: "allocatedAmount" });

  const submit = form.handleSubmit(
    async (body) => {
      try {
        await activate.mutateAsync({ body });
        toast.good(
          "Bot Activated",
          `${bot.name} now trades with $${formatAmount(body.allocatedAmount)} of your balance.`,
        );
        onClose();
      } catch (failure) {
        toast.bad("Activation Failed", failureText(failure, FAILURE_DEFAULT));
      }
    },
    (errors) => {
      const message = getFirstMessage(errors);
      toast.bad(getActivateErrorTitle(message), message);
    },
  );

  return (
    <Dialog title={`Activate ${bot.name}`} onClose={onClose} busy={activate.isPending}>
      <form noValidate onSubmit={onSubmit(submit)} className="grid gap-5">
        <p className="flex items-baseline justify-between gap-4 border-b border-line pb-4">
          <span className="text-muted">Available balance</span>
          <Money value={balance} className="text-24 font-semibold" />
        </p>
        <AmountField
          label="Allocation amount (USD)"
          hint="Deposit funds are used first, then profit funds."
          error={error}
          {...form.register("allocatedAmount")}
        />
        {notices.costs({ botId: bot.id, typed })}
        <LevelFields form={form} />
        <ProfitSplit userSharePct={findPlan(tier)?.userSharePct} />
        {notices.risk}
        {activate.isError ? <FailureNotice error={activate.error} fallback={FAILURE_DEFAULT} /> : null}
        <DialogActions>
          <Button look="secondary" onClick={onClose} disabled={activate.isPending}>
            Cancel
          </Button>
          <Button type="submit" pending={activate.isPending} pendingLabel="Activating...">
            Activate bot
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** The investor's own stop-loss and take-profit, and their limits. */
function LevelFields({ form }: { form: UseFormReturn<ActivateValues, unknown, ActivateBody> }) {
  const { errors } = form.formState;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-display text-16 font-semibold">When to close the position (optional)</legend>
      <div className="grid grid-cols-2 items-start gap-4">
        <TextField
          label="Stop-loss (%)"
          inputMode="decimal"
          autoComplete="off"
          placeholder="1–95"
          error={errors.stopLossPct?.message}
          {...form.register("stopLossPct")}
        />
        <TextField
          label="Take-profit (%)"
          inputMode="decimal"
          autoComplete="off"
          placeholder="1–1000"
          error={errors.takeProfitPct?.message}
          {...form.register("takeProfitPct")}
        />
      </div>
      <p className="text-14 text-muted">
        A percentage of your own money in this position. When the value falls or rises by this much, the position closes
        at its current value, which can be lower than the level you set.
      </p>
    </fieldset>
  );
}

/** Explains how a profit is shared and how losses count. */
function ProfitSplit({ userSharePct }: { userSharePct: number | undefined }) {
  return (
    <div className="text-14">
      <h3 className="mb-2 text-16">How a profit is shared</h3>
      <ul className="grid gap-2 text-muted [&>li]:border-l-2 [&>li]:border-accent [&>li]:pl-3">
        {userSharePct === undefined ? null : (
          <li>
            You keep <strong className="text-ink">{userSharePct}%</strong> of each profit. Wazi takes{" "}
            {100 - userSharePct}%. This split does not change while the position is open.
          </li>
        )}
        <li>Wazi shares only in gains above the money you put in. Losses are made up before any share is taken.</li>
        <li>
          Each bot is counted separately. A loss in one bot does not reduce the share taken from a profit in another.
        </li>
      </ul>
    </div>
  );
}
