import {
  completeMpesaNumber,
  createMpesaDeposit,
  formatMpesaNumber,
  localMpesaNumberMessage,
  mpesaNumberPlans,
  type MpesaQuote,
} from "@wazi/contracts";
import { useState } from "react";
import { useForm, type Resolver } from "react-hook-form";
import { failureText } from "../../lib/api-client.ts";
import { forgetDraft, restoreDraft, useSavedDraft } from "../../lib/drafts.ts";
import { formatDayAndTime } from "../../lib/format-date.ts";
import { onSubmit } from "../../lib/forms.ts";
import { schemaResolver } from "../../lib/schema-resolver.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { AmountField, TextField } from "../../ui/field.tsx";
import { Money } from "../../ui/money.tsx";
import { RequestSteps } from "../../ui/request-steps.tsx";
import { ReviewStep } from "../../ui/review-step.tsx";
import { toast } from "../../ui/toast-store.ts";
import { quoteMpesa, useCreateMpesaDeposit } from "./api.ts";
import { DEPOSIT_LIMITS } from "./deposit-form.tsx";
import { formatLocal } from "../../lib/format-local.ts";
import * as texts from "../../messages/deposits.ts";

const FAILURE_DEFAULT = texts.createFailed;
/** The form is checked before there is a quote. The quote replaces it. */
const NO_RATE = "0";
const emptyDeposit = { amount: "", phoneNumber: "" };
const draftFields = ["amount", "phoneNumber"] as const;

interface MpesaValues {
  amount: string;
  phoneNumber: string;
  rate: string;
}
const checkBody = schemaResolver(createMpesaDeposit.body) as Resolver<MpesaValues, unknown, MpesaValues>;

/** Takes a number as people write it at home. */
const resolver: Resolver<MpesaValues, unknown, MpesaValues> = async (values, context, options) => {
  const phoneNumber = completeMpesaNumber("Kenya", values.phoneNumber);
  const checked = await checkBody({ ...values, phoneNumber }, context, options);
  const refused = checked.errors.phoneNumber;
  if (refused === undefined) return checked;
  const message = localMpesaNumberMessage("Kenya");
  return { values: {}, errors: { ...checked.errors, phoneNumber: { ...refused, message } } as never };
};

interface Reviewed {
  phoneNumber: string;
  quote: MpesaQuote;
}

/** Asks for amount and number, then shows the price in shillings, and sends the prompt only after that. */
export function MpesaForm({
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
  const create = useCreateMpesaDeposit();
  const [reviewed, setReviewed] = useState<Reviewed | null>(null);
  const form = useForm({ resolver, defaultValues: { ...restoreDraft(draft, emptyDeposit), rate: NO_RATE } });
  useSavedDraft(form, draft, draftFields);
  const { errors, isSubmitting } = form.formState;

  const review = form.handleSubmit(async ({ amount, phoneNumber }) => {
    try {
      setReviewed({ phoneNumber, quote: await quoteMpesa(amount) });
    } catch (failure) {
      toast.bad(texts.error, failureText(failure, FAILURE_DEFAULT));
    }
  });

  async function send({ phoneNumber, quote }: Reviewed): Promise<void> {
    try {
      await create.mutateAsync({ body: { amount: quote.amount, phoneNumber, rate: quote.rate } });
      toast.good(texts.createdTitle, texts.mpesaCreatedText);
      forgetDraft(draft);
      onCreated();
    } catch (failure) {
      // The rate may have changed. The fields are still there, for a new quote.
      setReviewed(null);
      toast.bad(texts.error, failureText(failure, FAILURE_DEFAULT));
    }
  }

  if (reviewed !== null) {
    return (
      <MpesaReview
        reviewed={reviewed}
        timing={timing}
        isSending={create.isPending}
        onSend={() => void send(reviewed)}
        onBack={() => setReviewed(null)}
      />
    );
  }

  return (
    <form noValidate onSubmit={onSubmit(review)} className="grid gap-5">
      <AmountField
        label={texts.mpesaAmountLabel}
        hint={DEPOSIT_LIMITS}
        error={errors.amount?.message}
        {...form.register("amount")}
      />
      <TextField
        label={texts.mpesaNumberLabel}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        placeholder={mpesaNumberPlans.Kenya.localExample}
        error={errors.phoneNumber?.message}
        {...form.register("phoneNumber")}
      />
      {create.isError ? <FailureNotice error={create.error} fallback={FAILURE_DEFAULT} /> : null}
      <Button type="submit" className="min-h-12" pending={isSubmitting} pendingLabel={texts.mpesaRatePending}>
        {texts.mpesaShowAmount}
      </Button>
    </form>
  );
}

function MpesaReview({
  reviewed: { quote, phoneNumber },
  timing,
  isSending,
  onSend,
  onBack,
}: {
  reviewed: Reviewed;
  timing: string;
  isSending: boolean;
  onSend: () => void;
  onBack: () => void;
}) {
  return (
    <ReviewStep
      title={texts.reviewTitle}
      rows={[
        [
          texts.youPay,
          <span key="pay" data-testid="mpesa-quote">
            {formatLocal(quote.localAmount, "KES")}
          </span>,
        ],
        [texts.youDeposit, <Money key="amount" value={quote.amount} />],
        [texts.from, formatMpesaNumber(phoneNumber)],
        [
          texts.rate,
          texts.mpesaRate({
            rate: formatLocal(quote.rate, "KES"),
            source: quote.source,
            rateAt: formatDayAndTime(quote.rateAt),
          }),
        ],
      ]}
      isSending={isSending}
      onBack={onBack}
    >
      <RequestSteps
        label={texts.reviewNextLabel}
        steps={[
          { title: texts.mpesaStepPromptTitle, state: "now" },
          { title: texts.mpesaStepPinTitle, text: texts.mpesaStepPinText, state: "later" },
          { title: texts.stepPlanCreditTitle, text: texts.mpesaStepCreditText({ timing }), state: "later" },
        ]}
      />
      <Button className="min-h-12" pending={isSending} pendingLabel={texts.sending} onClick={onSend}>
        {texts.mpesaSubmit}
      </Button>
    </ReviewStep>
  );
}
