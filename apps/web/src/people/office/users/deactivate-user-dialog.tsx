import { getUser, listUsers, type AdminUser } from "@wazi/contracts";
import { QueryState } from "../../../ui/query-state.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { TextAreaField } from "../../../ui/text-area-field.tsx";
import { ConfirmDialog } from "../../../office/decisions/confirm-dialog.tsx";
import { EffectList } from "../../../office/decisions/effects.tsx";
import { OutcomeNotice } from "../../../office/decisions/notices.tsx";
import { useOutcomeUnknown } from "../../../office/decisions/use-decision.ts";
import { useRequiredText } from "../../../office/decisions/use-required-text.ts";
import { useUserDetail } from "../../../office/person/api.ts";
import { formatName, PersonEmail } from "../../../office/person/person.tsx";
import { REASON_MISSING } from "./account-adjustment.ts";
import { useDeactivateUser } from "./api.ts";
import { describeDeactivation } from "./labels.ts";
import * as texts from "../../../messages/admin-users.ts";

/** Shows the effects on this user and asks for a reason, which the user sees. */
export function DeactivateUserDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const deactivate = useDeactivateUser();
  const detail = useUserDetail(user.id);
  const reason = useRequiredText(REASON_MISSING);
  const name = formatName(user);
  const isUnanswered = useOutcomeUnknown(deactivate);
  const isMine = deactivate.isPending || deactivate.isSuccess;
  const isOvertaken = !isMine && detail.data?.user.isActive === false;

  function toInput() {
    const text = reason.read();
    return text === undefined ? undefined : { params: { id: user.id }, body: { reason: text } };
  }

  return (
    <ConfirmDialog
      title={texts.deactivateName({ name })}
      mutation={deactivate}
      toInput={toInput}
      shown={[listUsers, getUser]}
      submitLabel={texts.deactivateUser}
      pendingLabel={texts.deactivating}
      look="danger"
      done={({ waitingBotIds }) =>
        waitingBotIds.length === 0
          ? texts.deactivateDone({ name })
          : texts.deactivateDoneWaiting({ name, waitingBotIds: waitingBotIds.length })
      }
      failed={texts.deactivateFailed}
      isLocked={isOvertaken}
      notYet={detail.data === undefined ? texts.deactivateNotYet : undefined}
      onClose={onClose}
    >
      <PersonEmail user={user} />
      {isOvertaken ? (
        <OutcomeNotice
          how={texts.deactivated}
          by={detail.data?.deactivation?.by ?? null}
          at={detail.data?.deactivation?.at ?? null}
          overtaken
          isUnanswered={isUnanswered}
        />
      ) : null}
      <QueryState query={detail} what={texts.theEffects} loading={<SkeletonRows rows={3} className="h-6" />}>
        {(data) => (isOvertaken ? null : <EffectList sentences={describeDeactivation(data)} />)}
      </QueryState>
      <TextAreaField label={texts.reason} hint={texts.reasonShownHint} readOnly={isOvertaken} {...reason.field} />
    </ConfirmDialog>
  );
}
