import { type Resolver, useForm } from "react-hook-form";
import { Money } from "../../../ui/money.tsx";
import { TextAreaField } from "../../../ui/text-area-field.tsx";
import { bindFields } from "../../../office/decisions/use-decision.ts";
import { DecisionForm, type DecisionFrame } from "../../../office/decisions/decision-form.tsx";
import { formatName } from "../../../office/person/person.tsx";
import {
  type FinalWithdrawalStatus,
  type useConfirmWithdrawal,
  type useDeleteWithdrawal,
  type useReleaseWithdrawal,
  type useSettleWithdrawal,
  withdrawalQueries,
} from "./api.ts";
import { shownKinds } from "../../../content/withdrawal-kinds.ts";
import * as texts from "../../../messages/admin-withdrawals.ts";
import {
  type AdminWithdrawal,
  type BodyInputOf,
  formatAmount,
  payoutRailLabels,
  settleWithdrawal,
  showDestination,
} from "@wazi/contracts";
import { useRequiredText } from "../../../office/decisions/use-required-text.ts";
import { TextField } from "../../../ui/field.tsx";
import { usePaperMoney } from "../../../office/access/admin-access.ts";
import { schemaResolver } from "../../../lib/schema-resolver.ts";

/** The props of all forms in the dialog of a withdrawal. */
interface WithdrawalFormProps extends DecisionFrame {
  withdrawal: AdminWithdrawal;
  isLocked: boolean;
}

const emptySettlement = { transactionHash: "", notes: "", fee: "", acceptsName: "" };
type SettlementBody = BodyInputOf<typeof settleWithdrawal>;

const checkBody = schemaResolver(settleWithdrawal.body);

/** Empty fields are not sent. `expected` holds the amount and destination that the administrator sees. */
function settlementResolver(
  end: FinalWithdrawalStatus,
  { amount, destination }: AdminWithdrawal,
): Resolver<typeof emptySettlement, unknown, SettlementBody> {
  return (values, context, options) => {
    const { acceptsName, ...fields } = values;
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim() !== ""));
    const accepted = acceptsName.trim().toLowerCase() === "accept" ? { acceptsName: true } : {};
    const body: SettlementBody = { status: end, ...given, ...accepted, expected: { amount, destination } };
    return checkBody(body, context, options as never);
  };
}

/** Returns the money, with a note to the investor. */
export function RejectForm({
  withdrawal,
  settle,
  ...frame
}: WithdrawalFormProps & { settle: ReturnType<typeof useSettleWithdrawal> }) {
  const form = useForm<typeof emptySettlement, unknown, SettlementBody>({
    resolver: settlementResolver("rejected", withdrawal),
    defaultValues: emptySettlement,
  });
  const field = bindFields(form, frame.isLocked);
  return (
    <DecisionForm
      {...frame}
      mutation={settle}
      form={form}
      toInput={(body) => ({ params: { id: withdrawal.id }, body })}
      shown={withdrawalQueries}
      submitLabel={texts.rejectSubmit}
      pendingLabel={texts.rejecting}
      look="danger"
      done={texts.rejectDone}
      failed={texts.rejectFailed}
    >
      {frame.isLocked ? null : (
        <p>
          {texts.rejectEffect({
            amount: <Money value={withdrawal.amount} className="font-semibold" />,
            user: <strong className="font-semibold">{formatName(withdrawal.user)}</strong>,
          })}
        </p>
      )}
      <TextAreaField
        label={texts.noteOptional}
        hint={texts.rejectReasonHint}
        autoComplete="off"
        maxLength={500}
        {...field("notes")}
      />
    </DecisionForm>
  );
}

const effects = {
  pending: texts.deletePendingEffect,
  processing: texts.deleteProcessingEffect,
  completed: texts.deleteSettledEffect,
  rejected: texts.deleteSettledEffect,
} as const satisfies Record<AdminWithdrawal["status"], unknown>;

/**
 * Deleting a pending withdrawal returns the money; a settled one only leaves the list. `expected` says which was shown.
 */
export function DeleteForm({
  withdrawal,
  remove,
  ...frame
}: WithdrawalFormProps & { remove: ReturnType<typeof useDeleteWithdrawal> }) {
  const { id, status } = withdrawal;
  return (
    <DecisionForm
      {...frame}
      mutation={remove}
      toInput={() => ({ params: { id }, query: { expected: status } })}
      shown={withdrawalQueries}
      submitLabel={texts.deleteSubmit}
      pendingLabel={texts.deleting}
      look="danger"
      notYet={status === "processing"}
      done={texts.deleteDone}
      failed={texts.deleteFailed}
    >
      {frame.isLocked ? null : (
        <p>
          {effects[status]({
            amount: <Money value={withdrawal.amount} className="font-semibold" />,
            user: <strong className="font-semibold">{formatName(withdrawal.user)}</strong>,
          })}
        </p>
      )}
    </DecisionForm>
  );
}

/** Ends the hold of an investor's withdrawals early, with a reason. */
export function ReleaseForm({
  withdrawal: { id, user, hold },
  release,
  ...frame
}: WithdrawalFormProps & { release: ReturnType<typeof useReleaseWithdrawal> }) {
  const reason = useRequiredText(texts.releaseReasonMissing);

  function toInput() {
    const text = reason.read();
    return text === undefined ? undefined : { params: { id }, body: { reason: text, endsAt: hold?.endsAt ?? "" } };
  }

  return (
    <DecisionForm
      {...frame}
      isLocked={frame.isLocked || hold === null}
      mutation={release}
      toInput={toInput}
      shown={withdrawalQueries}
      submitLabel={texts.releaseSubmit}
      pendingLabel={texts.ending}
      done={texts.releaseDone}
      failed={texts.releaseFailed}
    >
      <p>{texts.releaseEffect({ user: <strong className="font-semibold">{formatName(user)}</strong> })}</p>
      <TextAreaField label={texts.reason} hint={texts.releaseNoteHint} readOnly={frame.isLocked} {...reason.field} />
    </DecisionForm>
  );
}

/** The confirmation by the first of two administrators, for exactly this amount and destination. */
export function ConfirmPayoutForm({
  withdrawal,
  confirm,
  ...frame
}: WithdrawalFormProps & { confirm: ReturnType<typeof useConfirmWithdrawal> }) {
  const { id, amount, destination } = withdrawal;
  return (
    <DecisionForm
      {...frame}
      mutation={confirm}
      toInput={() => ({ params: { id }, body: { amount, destination } })}
      shown={withdrawalQueries}
      submitLabel={texts.confirmPayout}
      pendingLabel={texts.confirming}
      done={texts.confirmDone}
      failed={texts.confirmFailed}
    >
      {frame.isLocked ? null : (
        <p>
          {texts.confirmEffect({
            amount: <strong className="font-semibold">${formatAmount(amount)}</strong>,
            destination: <strong className="font-semibold wrap-anywhere">{showDestination(withdrawal)}</strong>,
          })}
        </p>
      )}
    </DecisionForm>
  );
}

const PAPER_HINT = texts.completePaperHint;

/** Marks a withdrawal as paid, with the reference of its payment. */
export function CompleteForm({
  withdrawal,
  settle,
  ...frame
}: WithdrawalFormProps & { settle: ReturnType<typeof useSettleWithdrawal> }) {
  const form = useForm<typeof emptySettlement, unknown, SettlementBody>({
    resolver: settlementResolver("completed", withdrawal),
    defaultValues: emptySettlement,
  });
  const field = bindFields(form, frame.isLocked);
  const isPaper = usePaperMoney();
  const rail = withdrawal.payoutRail === null ? null : payoutRailLabels[withdrawal.payoutRail];
  const isBeingPaid = withdrawal.status === "processing";
  const isOptional = (isPaper || rail !== null) && !isBeingPaid;

  return (
    <DecisionForm
      {...frame}
      mutation={settle}
      form={form}
      toInput={(body) => ({ params: { id: withdrawal.id }, body })}
      shown={withdrawalQueries}
      submitLabel={texts.completeWithdrawal}
      pendingLabel={texts.completing}
      done={({ rateHold }) =>
        rateHold?.status === "open"
          ? texts.rateHeldDone
          : rail === null
            ? texts.completeProcessed
            : texts.completeApproved
      }
      failed={texts.completeFailed}
    >
      {frame.isLocked ? null : (
        <p>
          {texts.completeEffect({
            part: rail === null ? null : <>{texts.completeWorkerHint({ rail })} </>,
            amount: <Money value={withdrawal.amount} className="font-semibold" />,
            user: <strong className="font-semibold">{formatName(withdrawal.user)}</strong>,
            state: rail === null ? "yes" : "other",
          })}
        </p>
      )}
      <TextField
        label={isOptional ? texts.completeHashLabel : texts.transactionHash}
        hint={isPaper && isOptional && rail === null ? PAPER_HINT : shownKinds[withdrawal.withdrawalType].referenceHint}
        autoComplete="off"
        spellCheck={false}
        {...field("transactionHash")}
      />
      <TextField
        label={texts.completeFeeLabel}
        hint={texts.completeFeeHint}
        inputMode="decimal"
        autoComplete="off"
        {...field("fee")}
      />
      {withdrawal.payoutRail === null ? null : (
        <TextField
          label={texts.completeHolderLabel}
          hint={texts.completeHolderHint}
          autoComplete="off"
          {...field("acceptsName")}
        />
      )}
    </DecisionForm>
  );
}
