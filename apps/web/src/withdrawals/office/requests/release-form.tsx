import { TextAreaField } from "../../../ui/text-area-field.tsx";
import { DecisionForm } from "../../../office/decisions/decision-form.tsx";
import { useRequiredText } from "../../../office/decisions/use-required-text.ts";
import { formatName } from "../../../office/person/person.tsx";
import { withdrawalQueries, type useReleaseWithdrawal } from "./api.ts";
import type { WithdrawalFormProps } from "./withdrawal-form.ts";
import * as texts from "../../../messages/admin-withdrawals.ts";

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
