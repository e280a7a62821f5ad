import {
  createDeposit,
  depositCurrencies,
  depositNetworks,
  formatAmount,
  isRateHeld,
  MAX_AMOUNT,
  type BodyOf,
  type DepositCurrency,
} from "@wazi/contracts";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { failureText } from "../../lib/api-client.ts";
import { forgetDraft, restoreDraft, useSavedDraft } from "../../lib/drafts.ts";
import { onSubmit, showFieldErrors } from "../../lib/forms.ts";
import { schemaResolver } from "../../lib/schema-resolver.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { AmountField, SelectField } from "../../ui/field.tsx";
import { Money } from "../../ui/money.tsx";
import { RequestSteps } from "../../ui/request-steps.tsx";
import { describeLocal } from "../../lib/format-local.ts";
import { useLocalAmount } from "../../lib/local-rate.ts";
import { ReviewStep } from "../../ui/review-step.tsx";
import { toast } from "../../ui/toast-store.ts";
import { useCreateDeposit } from "./api.ts";
import { planDepositSteps } from "./deposit-steps.ts";
import * as texts from "../../messages/deposits.ts";

const FAILURE_DEFAULT = texts.createFailed;
/** The least and the most that can be requested. */
export const DEPOSIT_LIMITS = texts.formLimits({ maxAmount: formatAmount(MAX_AMOUNT) });

const fields = ["amount", "currency", "network"] as const;
const emptyDeposit: { currency: DepositCurrency; network: string; amount: string } = {
  currency: "USDT",
  network: "TRC20",
  amount: "",
};
type DepositBody = BodyOf<typeof createDeposit>;

function getNetworks(currency: DepositCurrency): readonly [string, ...string[]] {
  return depositNetworks[currency];
}

/** Two steps: the fields, then a review. Nothing is sent before the review is confirmed. */
export function DepositForm({
  draft,
  timing,
  onCreated,
}: {
  /** The name under which what was typed is kept. */
  draft: string;
  /** How long deposits took. */
  timing: string;
  onCreated: () => void;
}) {
  const create = useCreateDeposit();
  const [reviewed, setReviewed] = useState<DepositBody | null>(null);
  const local = useLocalAmount(reviewed?.amount ?? null);
  const form = useForm({
    resolver: schemaResolver(createDeposit.body),
    defaultValues: restoreDraft(draft, emptyDeposit),
  });
  useSavedDraft(form, draft, fields);
  const { errors } = form.formState;
  const currency = useWatch({ control: form.control, name: "currency" });

  async function send(body: DepositBody): Promise<void> {
    try {
      await create.mutateAsync({ body });
      toast.good(texts.createdTitle, texts.createdText);
      forgetDraft(draft);
      onCreated();
    } catch (failure) {
      toast.bad(texts.error, failureText(failure, FAILURE_DEFAULT));
      showFieldErrors(failure, form.setError, fields);
    }
  }

  if (reviewed !== null) {
    return (
      <ReviewStep
        title={texts.reviewTitle}
        rows={[
          [texts.youDeposit, <Money key="amount" value={reviewed.amount} />],
          ...(local === undefined ? [] : [[texts.reviewLocalAmount, describeLocal(local)] as const]),
          [texts.youSend, texts.coinOnNetwork({ currency: reviewed.currency, network: reviewed.network })],
          [texts.wazisFee, texts.none],
        ]}
        isSending={create.isPending}
        onBack={() => setReviewed(null)}
      >
        <p className="text-14">
          {isRateHeld(reviewed.currency)
            ? texts.rateRuleHeld({ hasTime: "no", time: "" })
            : texts.rateRuleFixed({ currency: reviewed.currency })}
        </p>
        <RequestSteps
          label={texts.reviewNextLabel}
          steps={planDepositSteps(reviewed.currency, reviewed.network, timing)}
        />
        {create.isError ? <FailureNotice error={create.error} fallback={FAILURE_DEFAULT} /> : null}
        <Button
          className="min-h-12"
          pending={create.isPending}
          pendingLabel={texts.creatingDeposit}
          onClick={() => void send(reviewed)}
        >
          {texts.createDeposit}
        </Button>
      </ReviewStep>
    );
  }

  return (
    <form
      noValidate
      onSubmit={onSubmit(form.handleSubmit((body) => setReviewed(body)))}
      className="grid gap-5 sm:grid-cols-2"
    >
      <SelectField
        label={texts.cryptocurrency}
        error={errors.currency?.message}
        {...form.register("currency", {
          onChange: (event: { target: { value: DepositCurrency } }) =>
            form.setValue("network", getNetworks(event.target.value)[0]),
        })}
      >
        {depositCurrencies.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <SelectField label={texts.network} error={errors.network?.message} {...form.register("network")}>
        {getNetworks(currency).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <AmountField
        label={texts.formAmountLabel}
        hint={DEPOSIT_LIMITS}
        className="sm:col-span-2"
        error={errors.amount?.message}
        {...form.register("amount")}
      />
      <Button type="submit" className="min-h-12 sm:col-span-2">
        {texts.reviewDeposit}
      </Button>
    </form>
  );
}
