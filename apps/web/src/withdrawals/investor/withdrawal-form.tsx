import { formatAmount, type WithdrawalTerms, type WithdrawalType, withdrawalTypes } from "@wazi/contracts";
import { useMemo, useState, type ReactNode } from "react";
import { useForm, useWatch } from "react-hook-form";
import { shownKinds, type WithdrawalValues } from "../../content/withdrawal-kinds.ts";
import { toCents } from "../../lib/cents.ts";
import { ApiError, failureText } from "../../lib/api-client.ts";
import { forgetDraft, restoreDraft, useSavedDraft } from "../../lib/drafts.ts";
import { onSubmit } from "../../lib/forms.ts";
import { AmountShares } from "../../ui/amount-shares.tsx";
import { Button } from "../../ui/button.tsx";
import { AmountField } from "../../ui/field.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { toast } from "../../ui/toast-store.ts";
import { DestinationFields, SavedDestinations } from "./destination-fields.tsx";
import { useAddPayoutAddress, useCreateWithdrawal } from "./api.ts";
import { WithdrawalTermsNotice } from "./withdrawal-terms.tsx";
import {
  createResolver,
  emptyWithdrawal,
  fieldOf,
  findMostAmount,
  toBody,
  type WithdrawalBody,
  type WithdrawalFormState,
} from "./withdrawal-form-schema.ts";
import * as texts from "../../messages/withdrawals.ts";

const draftFields = Object.keys(emptyWithdrawal("")) as (keyof WithdrawalValues)[];

/** Shows the server's field errors at the fields of the chosen payment method. */
function showServerErrors(form: WithdrawalFormState, failure: unknown): boolean {
  const fields = Object.entries(failure instanceof ApiError ? (failure.body?.fields ?? {}) : {});
  for (const [index, [field, message]] of fields.entries()) {
    const name = fieldOf(form.getValues("withdrawalType"), field);
    form.setError(name, { type: "server", message }, { shouldFocus: index === 0 });
  }
  return fields.length > 0;
}

/** The input of the second step. */
export interface WithdrawalReview {
  /** Held by the form, so that a retry after a change and back is the same request. */
  create: ReturnType<typeof useCreateWithdrawal>;
  body: WithdrawalBody;
  balance: string;
  /** How long withdrawals took. */
  timing: string;
  onBack: () => void;
  onSent: () => void;
  onRefused: (failure: unknown) => void;
}

/** Two steps: the fields, then a review. Nothing is sent before the review is confirmed. */
export function WithdrawalForm({
  userId,
  balance,
  ownCountry,
  terms,
  timing,
  review,
}: {
  userId: string;
  balance: string;
  ownCountry: string;
  /** The limits and delays of this withdrawal; undefined until it is known. */
  terms: WithdrawalTerms | undefined;
  /** How long withdrawals took. */
  timing: string;
  /** The second step. */
  review: (of: WithdrawalReview) => ReactNode;
}) {
  const draft = `withdrawal ${userId}`;
  const create = useCreateWithdrawal();
  const [reviewed, setReviewed] = useState<WithdrawalBody | null>(null);
  const form: WithdrawalFormState = useForm<WithdrawalValues, unknown, WithdrawalBody>({
    resolver: useMemo(() => createResolver(balance), [balance]),
    defaultValues: restoreDraft(draft, emptyWithdrawal(ownCountry)),
    shouldUnregister: false,
  });
  useSavedDraft(form, draft, draftFields);
  const most = findMostAmount(balance, terms?.dailyLimit?.left);

  if (reviewed !== null) {
    return review({
      create,
      body: reviewed,
      balance,
      timing,
      onBack: () => setReviewed(null),
      onSent: () => forgetDraft(draft),
      onRefused: (failure) => {
        // The fields show what the server refused.
        if (showServerErrors(form, failure)) setReviewed(null);
      },
    });
  }

  return (
    <form noValidate onSubmit={onSubmit(form.handleSubmit((body) => setReviewed(body)))} className="grid gap-6">
      <AmountField
        label={texts.amountUsd}
        hint={toCents(balance) === 0n ? texts.formBalanceEmpty : texts.formAmountHint({ most: formatAmount(most) })}
        error={form.formState.errors.amount?.message}
        {...form.register("amount")}
      />
      <AmountShares
        available={most}
        onChoose={(amount) => form.setValue("amount", amount, { shouldValidate: form.formState.isSubmitted })}
      />
      {terms === undefined ? null : <WithdrawalTermsNotice terms={terms} />}
      <SavedDestinations form={form} />
      <TypeTabs form={form} />
      <SaveDestination form={form} />
      <Button type="submit" className="min-h-12">
        {texts.reviewWithdrawal}
      </Button>
    </form>
  );
}

/** Saves the destination of the form in the address book. */
function SaveDestination({ form }: { form: WithdrawalFormState }) {
  const add = useAddPayoutAddress();

  async function save(): Promise<void> {
    const { amount: _amount, ...destination } = toBody(form.getValues());
    form.clearErrors();
    try {
      await add.mutateAsync({ body: destination });
      toast.good(texts.success, texts.saveDone);
    } catch (failure) {
      showServerErrors(form, failure);
      toast.bad(texts.error, failureText(failure, texts.saveFailed));
    }
  }

  return (
    <Button
      look="quiet"
      className="-mt-3 justify-self-start"
      pending={add.isPending}
      pendingLabel={texts.saving}
      onClick={() => void save()}
    >
      {texts.saveLabel}
    </Button>
  );
}

function TypeTabs({ form }: { form: WithdrawalFormState }) {
  const type = useWatch({ control: form.control, name: "withdrawalType" });

  function change(next: WithdrawalType) {
    form.setValue("withdrawalType", next);
    form.clearErrors();
  }

  return (
    <Tabs
      label={texts.paymentMethod}
      value={type}
      onChange={change}
      tabs={withdrawalTypes.map((value) => ({
        value,
        label: shownKinds[value].tab,
        content: <DestinationFields form={form} type={value} />,
      }))}
    />
  );
}
