import {
  activateBot,
  type BodyOf,
  type Bot,
  formatAmount,
  messages,
  type PackageTier,
  SHARE_WITHOUT_PACKAGE_PCT,
} from "@wazi/contracts";
import { type ReactNode, useMemo } from "react";
import { type Resolver, useForm, type UseFormReturn, useWatch } from "react-hook-form";
import { explain } from "../../content/explained-terms.ts";
import { findPlan } from "../../content/plans.ts";
import { failureText } from "../../lib/api-client.ts";
import { getFirstMessage, onSubmit } from "../../lib/forms.ts";
import { useTakesShareAboveBills } from "../../lib/public-settings.ts";
import { schemaResolver } from "../../lib/schema-resolver.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { AmountField, TextField } from "../../ui/field.tsx";
import { Money } from "../../ui/money.tsx";
import { toast } from "../../ui/toast-store.ts";
import { AmountShares } from "../../ui/amount-shares.tsx";
import { WhatIs } from "../../ui/what-is.tsx";
import { useActivateBot } from "./api.ts";
import { findLeastCents } from "./bot-lock.ts";
import { LossLimit } from "./loss-limit.tsx";
import { UnprovenNotice } from "./unproven-notice.tsx";
import * as texts from "../../messages/investments.ts";
import { shareAboveBills } from "../../messages/fees.ts";
import * as z from "zod/mini";
import { toCents } from "../../lib/cents.ts";

/** The values of the form. Both levels are optional. */
export interface ActivateValues {
  botId: string;
  allocatedAmount: string;
  stopLossPct: string;
  takeProfitPct: string;
}

type ActivateBody = BodyOf<typeof activateBot>;

/** In whole dollars. */
const formatLeast = (market: Bot["market"]): string => String(findLeastCents({ market }) / 100n);

/** Adds the checks against the balance and the minimum to the contract's checks. Empty levels are not sent. */
export function createActivateResolver(
  balance: string,
  market: Bot["market"],
): Resolver<ActivateValues, unknown, ActivateBody> {
  const check = schemaResolver(
    activateBot.body.check(
      z.refine((form) => toCents(form.allocatedAmount) <= toCents(balance), {
        error: texts.balanceTooSmall({ balance: formatAmount(balance) }),
        path: ["allocatedAmount"],
      }),
      z.refine((form) => toCents(form.allocatedAmount) >= findLeastCents({ market }), {
        error: texts.activateMinimum({ minimum: formatLeast(market) }),
        path: ["allocatedAmount"],
      }),
    ),
  );
  return (values, context, options) => {
    const { stopLossPct, takeProfitPct, ...given } = values;
    const levels = Object.entries({ stopLossPct, takeProfitPct })
      .map(([field, typed]) => [field, typed.trim()] as const)
      .filter(([, typed]) => typed !== "");
    return check({ ...given, ...Object.fromEntries(levels) }, context, options as never);
  };
}

const titles: Readonly<Record<string, string>> = {
  [messages.invalidAllocation]: texts.invalidAmount,
  [texts.activateMinimum({ minimum: formatLeast("forex") })]: texts.invalidAmount,
  [texts.activateMinimum({ minimum: formatLeast("portfolio") })]: texts.invalidAmount,
  [messages.invalidStopLoss]: texts.stopLossInvalidTitle,
  [messages.invalidTakeProfit]: texts.takeProfitInvalidTitle,
};

export function getActivateErrorTitle(message: string | undefined): string {
  return titles[message ?? ""] ?? texts.insufficientFunds;
}

/** Notices for an investor before money goes into a bot. */
export interface ActivationNotices {
  /** For the amount that is being typed. */
  costs: (given: { botId: string; typed: string }) => ReactNode;
  risk: ReactNode;
  /** Asked before the form. */
  questions: ReactNode;
}

const FAILURE_DEFAULT = texts.activateFailed;

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
    resolver: useMemo(() => createActivateResolver(balance, bot.market), [balance, bot.market]),
    defaultValues: { botId: bot.id, allocatedAmount: "", stopLossPct: "", takeProfitPct: "" },
  });
  const error = form.formState.errors.allocatedAmount?.message;
  const [typed, stopLossPct] = useWatch({ control: form.control, name: ["allocatedAmount", "stopLossPct"] });

  const submit = form.handleSubmit(
    async (body) => {
      try {
        await activate.mutateAsync({ body });
        toast.good(
          texts.botActivated,
          texts.activateDone({
            name: bot.name,
            allocatedAmount: formatAmount(body.allocatedAmount),
          }),
        );
        onClose();
      } catch (failure) {
        toast.bad(texts.activationFailed, failureText(failure, FAILURE_DEFAULT));
      }
    },
    (errors) => {
      const message = getFirstMessage(errors);
      toast.bad(getActivateErrorTitle(message), message);
    },
  );

  return (
    <Dialog title={texts.activateName({ name: bot.name })} onClose={onClose} busy={activate.isPending}>
      {notices.questions}
      <form noValidate onSubmit={onSubmit(submit)} className="grid gap-5">
        {bot.newMoney === "warned" ? <UnprovenNotice /> : null}
        <p className="flex items-baseline justify-between gap-4 border-b border-line pb-4">
          <span className="text-muted">{texts.availableBalance}</span>
          <Money value={balance} className="text-24 font-semibold" />
        </p>
        <AmountField
          label={texts.activateAmountLabel}
          hint={texts.activateAmountHint({ minimum: formatLeast(bot.market) })}
          error={error}
          {...form.register("allocatedAmount")}
        />
        <AmountShares
          available={balance}
          onChoose={(amount) =>
            form.setValue("allocatedAmount", amount, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
          }
        />
        {notices.costs({ botId: bot.id, typed })}
        <LevelFields form={form} />
        <LossLimit amount={typed} stopLossPct={stopLossPct} />
        <ProfitSplit userSharePct={findPlan(tier)?.userSharePct ?? SHARE_WITHOUT_PACKAGE_PCT} />
        {notices.risk}
        {activate.isError ? <FailureNotice error={activate.error} fallback={FAILURE_DEFAULT} /> : null}
        <DialogActions>
          <Button look="secondary" onClick={onClose} disabled={activate.isPending}>
            {texts.cancel}
          </Button>
          <Button type="submit" pending={activate.isPending} pendingLabel={texts.activating}>
            {texts.activateBot}
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
      <legend className="mb-2 font-display text-16 font-semibold">
        {texts.levelsLegend({ whatIs: <WhatIs {...explain("stop-loss")} /> })}
      </legend>
      <div className="grid grid-cols-2 items-start gap-4">
        <TextField
          label={texts.stopLossPercent}
          inputMode="decimal"
          autoComplete="off"
          placeholder="1–95"
          error={errors.stopLossPct?.message}
          {...form.register("stopLossPct")}
        />
        <TextField
          label={texts.takeProfitPercent}
          inputMode="decimal"
          autoComplete="off"
          placeholder="1–1000"
          error={errors.takeProfitPct?.message}
          {...form.register("takeProfitPct")}
        />
      </div>
      <p className="text-14 text-muted">{texts.levelsExplained}</p>
    </fieldset>
  );
}

/** Explains how a profit is shared and how losses count. */
function ProfitSplit({ userSharePct }: { userSharePct: number }) {
  const isAboveBills = useTakesShareAboveBills();
  return (
    <div className="text-14">
      <h3 className="mb-2 text-16">{texts.splitTitle}</h3>
      <ul className="grid gap-2 text-muted [&>li]:border-l-2 [&>li]:border-accent [&>li]:pl-3">
        <li>
          {texts.splitPercentages({
            userSharePct: <strong className="text-ink">{userSharePct}%</strong>,
            userSharePct2: 100 - userSharePct,
          })}
        </li>
        <li>{texts.splitOwnMoneyFirst}</li>
        {isAboveBills ? <li>{shareAboveBills}</li> : null}
        <li>{texts.splitPerBot}</li>
      </ul>
      <p className="mt-2">
        <a href="/fees" target="_blank" rel="noopener" className="text-primary underline underline-offset-4">
          {texts.splitFeesLink({ span: (text) => <span className="sr-only">{text}</span> })}
        </a>
      </p>
    </div>
  );
}
