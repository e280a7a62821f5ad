import { activateBot, formatAmount, messages, type Bot, type PackageTier } from "@wazi/contracts";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { planOf } from "../../content/plans.ts";
import { failureText } from "../../lib/api-client.ts";
import { toCents } from "../../lib/cents.ts";
import { firstMessage, onSubmit, schemaResolver } from "../../lib/forms.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { AmountField } from "../../ui/field.tsx";
import { Money } from "../../ui/money.tsx";
import { toast } from "../../ui/toast-store.ts";
import { useActivateBot } from "./activate-bot.ts";

const failureDefault = "Failed to activate bot";

function allocationForm(balance: string) {
  return activateBot.body.check(
    z.refine((form) => toCents(form.allocatedAmount) <= toCents(balance), {
      error: `You only have $${formatAmount(balance)} in your balance`,
      path: ["allocatedAmount"],
    }),
  );
}

export function ActivateDialog({
  bot,
  tier,
  balance,
  riskWarning,
  onClose,
}: {
  bot: Bot;
  tier: PackageTier["tier"];
  balance: string;
  riskWarning: ReactNode;
  onClose: () => void;
}) {
  const activate = useActivateBot();
  const form = useForm({
    resolver: schemaResolver(allocationForm(balance)),
    defaultValues: { botId: bot.id, allocatedAmount: "" },
  });
  const error = form.formState.errors.allocatedAmount?.message;

  const submit = form.handleSubmit(
    async (body) => {
      try {
        await activate.mutateAsync({ body });
        toast.good("Bot Activated", `${bot.name} now trades with $${formatAmount(body.allocatedAmount)} of yours.`);
        onClose();
      } catch (failure) {
        toast.bad("Activation Failed", failureText(failure, failureDefault));
      }
    },
    (errors) => {
      const message = firstMessage(errors);
      toast.bad(message === messages.invalidAllocation ? "Invalid Amount" : "Insufficient Funds", message);
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
        <SplitInWords userSharePct={planOf(tier)?.userSharePct} />
        {riskWarning}
        {activate.isError ? <FailureNotice error={activate.error} fallback={failureDefault} /> : null}
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

/** How a profit is shared, and what a loss does to that. */
function SplitInWords({ userSharePct }: { userSharePct: number | undefined }) {
  return (
    <div className="text-14">
      <h3 className="mb-2 text-16">How a profit is shared</h3>
      <ul className="grid gap-2 text-muted [&>li]:border-l-2 [&>li]:border-accent [&>li]:pl-3">
        {userSharePct === undefined ? null : (
          <li>
            Of each profit you keep <strong className="text-ink">{userSharePct}%</strong>, Wazi takes{" "}
            {100 - userSharePct}%. This stays so for as long as this position is open.
          </li>
        )}
        <li>Only what is above the money you put in is shared. A loss is made up before any share is taken.</li>
        <li>Each bot counts by itself: a loss with one is not netted against a profit with another.</li>
      </ul>
    </div>
  );
}
