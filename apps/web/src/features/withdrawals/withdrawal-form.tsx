import { messages, type WithdrawalTerms } from "@wazi/contracts";
import { useMemo } from "react";
import { useForm, useWatch, type FieldErrors, type Resolver } from "react-hook-form";
import { failureText } from "../../lib/api-client.ts";
import { getFirstMessage, onSubmit } from "../../lib/forms.ts";
import { schemaResolver } from "../../lib/schema-resolver.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { AmountField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { toast } from "../../ui/toast-store.ts";
import { BankFields } from "./bank-fields.tsx";
import { useAddPayoutAddress, useCreateWithdrawal } from "./api.ts";
import { CryptoFields } from "./crypto-fields.tsx";
import { MpesaFields } from "./mpesa-fields.tsx";
import { SavedDestinations } from "./saved-destinations.tsx";
import { WithdrawalTermsNotice } from "./withdrawal-terms.tsx";
import {
  emptyWithdrawal,
  fieldOf,
  toBody,
  withdrawalForm,
  type WithdrawalBody,
  type WithdrawalFormState,
  type WithdrawalType,
  type WithdrawalValues,
} from "./withdrawal-form-schema.ts";

const FAILURE_DEFAULT = "Failed to create withdrawal request";

/** Checks the request's body and maps its errors to the form's fields. */
function createResolver(balance: string): Resolver<WithdrawalValues, unknown, WithdrawalBody> {
  const checkBody = schemaResolver(withdrawalForm(balance));
  return async (values, context, options) => {
    const { values: body, errors } = await checkBody(toBody(values), context, options as never);
    if (Object.keys(errors).length === 0) return { values: body as WithdrawalBody, errors: {} };
    const atFields = Object.entries(errors).map(([field, error]) => [fieldOf(values.withdrawalType, field), error]);
    return { values: {}, errors: Object.fromEntries(atFields) as FieldErrors<WithdrawalValues> };
  };
}

export function WithdrawalForm({
  balance,
  ownCountry,
  isBlocked,
  terms,
}: {
  balance: string;
  ownCountry: string;
  /** What limits or delays this withdrawal; undefined until it is known. */
  terms: WithdrawalTerms | undefined;
  /** True while another withdrawal is open. */
  isBlocked: boolean;
}) {
  const create = useCreateWithdrawal();
  const form: WithdrawalFormState = useForm<WithdrawalValues, unknown, WithdrawalBody>({
    resolver: useMemo(() => createResolver(balance), [balance]),
    defaultValues: emptyWithdrawal(ownCountry),
    shouldUnregister: false,
  });

  const submit = form.handleSubmit(
    async (body) => {
      try {
        await create.mutateAsync({ body });
        toast.good("Withdrawal Created", "The network fee is covered. You never pay to withdraw.");
        form.reset({ ...form.getValues(), amount: "" });
      } catch (failure) {
        toast.bad("Error", failureText(failure, FAILURE_DEFAULT));
      }
    },
    (errors) => toast.bad("Error", getFirstMessage(errors)),
  );

  return (
    <form
      noValidate
      onSubmit={
        isBlocked
          ? (event) => {
              event.preventDefault();
              toast.bad("Error", messages.pendingWithdrawal);
            }
          : onSubmit(submit)
      }
      className="grid gap-6"
    >
      {isBlocked ? (
        <Notice look="info" role="status">
          {messages.pendingWithdrawal}
        </Notice>
      ) : null}
      <AmountField
        label="Amount (USD)"
        hint="At least $10, or your whole balance if that is less"
        error={form.formState.errors.amount?.message}
        {...form.register("amount")}
      />
      {terms === undefined || isBlocked ? null : <WithdrawalTermsNotice terms={terms} />}
      <SavedDestinations form={form} />
      <TypeTabs form={form} onChange={() => create.reset()} />
      <SaveDestination form={form} />
      {create.isError ? <FailureNotice error={create.error} fallback={FAILURE_DEFAULT} /> : null}
      <Button type="submit" className="min-h-12" pending={create.isPending} pendingLabel="Requesting...">
        Request Withdrawal
      </Button>
    </form>
  );
}

/** Saves the destination of the form in the address book. */
function SaveDestination({ form }: { form: WithdrawalFormState }) {
  const add = useAddPayoutAddress();

  async function save(): Promise<void> {
    const { amount: _amount, ...destination } = toBody(form.getValues());
    try {
      await add.mutateAsync({ body: destination });
      toast.good("Success", "The destination is saved in your address book.");
    } catch (failure) {
      toast.bad("Error", failureText(failure, "Failed to save the destination"));
    }
  }

  return (
    <Button
      look="quiet"
      className="-mt-3 justify-self-start"
      pending={add.isPending}
      pendingLabel="Saving..."
      onClick={() => void save()}
    >
      Save this destination
    </Button>
  );
}

function TypeTabs({ form, onChange }: { form: WithdrawalFormState; onChange: () => void }) {
  const type = useWatch({ control: form.control, name: "withdrawalType" });

  function change(next: WithdrawalType) {
    form.setValue("withdrawalType", next);
    form.clearErrors();
    onChange();
  }

  return (
    <Tabs
      label="Payment method"
      value={type}
      onChange={change}
      tabs={[
        { value: "crypto", label: "Crypto", content: <CryptoFields form={form} /> },
        { value: "bank", label: "Bank", content: <BankFields form={form} /> },
        { value: "mpesa", label: "M-Pesa", content: <MpesaFields form={form} /> },
      ]}
    />
  );
}
