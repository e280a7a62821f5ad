import { type AdminUser, freezeUser, getUser, kycStatuses, listUsers, messages } from "@wazi/contracts";
import { useCallMutation } from "../../../lib/call-mutation.ts";
import { formatDayAndTime } from "../../../lib/format-date.ts";
import type { RecordDialogProps } from "../../../office/records/record-screen.tsx";
import { EditUserDialog } from "./edit-user-dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { ConfirmDialog } from "../../../office/decisions/decision-dialog.tsx";
import {
  ActorAndTime,
  ChangedNotice,
  DeletedNotice,
  OutcomeNotice,
  REVIEW_CHANGE_FIRST,
} from "../../../office/decisions/notices.tsx";
import { isNotFound, useUserDetail } from "../../../office/person/api.ts";
import { formatName, PersonEmail } from "../../../office/person/person.tsx";
import { useActivateUser, useDeactivateUser, useDeleteUser, useSetKycStatus } from "./api.ts";
import * as texts from "../../../messages/admin-users.ts";
import { QueryState } from "../../../ui/query-state.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { TextAreaField } from "../../../ui/text-area-field.tsx";
import { EffectList } from "../../../office/decisions/effects.tsx";
import { useOutcomeUnknown } from "../../../office/decisions/use-decision.ts";
import { useRequiredText } from "../../../office/decisions/use-required-text.ts";
import { REASON_MISSING } from "./account-adjustment.ts";
import { describeDeactivation, describeDeletion, kycEffects } from "./labels.ts";
import { useState } from "react";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { getKycState, kycLabels } from "../../../office/person/kyc-labels.ts";

const dialogs = {
  edit: EditUserDialog,
  kyc: KycStatusDialog,
  freeze: FreezeUserDialog,
  deactivate: DeactivateUserDialog,
  activate: ActivateUserDialog,
  delete: DeleteUserDialog,
} as const;

export type UserAction = keyof typeof dialogs;

export function UserActionDialog({ step, row, onClose }: RecordDialogProps<AdminUser, UserAction>) {
  const OpenDialog = dialogs[step];
  return <OpenDialog user={row} onClose={onClose} />;
}

/** Shows why the user was deactivated and what becomes available again. */
function ActivateUserDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const activate = useActivateUser();
  const { data } = useUserDetail(user.id);
  const name = formatName(user);
  const isOvertaken = !activate.isPending && !activate.isSuccess && data?.user.isActive === true;
  const deactivation = data?.deactivation;

  return (
    <ConfirmDialog
      title={texts.activateName({ name })}
      mutation={activate}
      toInput={() => ({ params: { id: user.id } })}
      shown={[listUsers, getUser]}
      submitLabel={texts.activateUser}
      pendingLabel={texts.activating}
      done={texts.activateDone({ name })}
      failed={texts.activateFailed}
      isLocked={isOvertaken}
      onClose={onClose}
    >
      {isOvertaken ? (
        <Notice look="warning" role="alert" title={texts.alreadyActive}>
          <p>{texts.activateAlreadyDone({ name })}</p>
        </Notice>
      ) : null}
      {deactivation === undefined || deactivation === null ? null : (
        <p>
          {deactivation.reason === null
            ? texts.deactivationWithoutReason({ at: <ActorAndTime {...deactivation} /> })
            : texts.deactivatedReason({ at: <ActorAndTime {...deactivation} />, reason: deactivation.reason })}
        </p>
      )}
      <p>
        {texts.activateEffect({
          email: <strong className="font-semibold">{user.email}</strong>,
        })}
      </p>
    </ConfirmDialog>
  );
}

/** Shows the effects on this user and asks for a reason, which the user sees. */
function DeactivateUserDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
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
          : texts.deactivateDoneWaiting({
              name,
              waitingBotIds: waitingBotIds.length,
            })
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
      <QueryState
        query={detail}
        failedTitle={texts.effectsFailedTitle}
        loading={<SkeletonRows rows={3} className="h-6" />}
      >
        {(data) => (isOvertaken ? null : <EffectList sentences={describeDeactivation(data)} />)}
      </QueryState>
      <TextAreaField label={texts.reason} hint={texts.reasonShownHint} readOnly={isOvertaken} {...reason.field} />
    </ConfirmDialog>
  );
}

/** Shows the effects of a freeze, which differ for a second one, and asks for a reason, which the user sees. */
function FreezeUserDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const freeze = useCallMutation(freezeUser, [getUser]);
  const detail = useUserDetail(user.id);
  const reason = useRequiredText(messages.freezeReasonMissing);
  const name = formatName(user);
  const isLonger = detail.data?.freeze?.byAdministrator === true && !freeze.isPending && !freeze.isSuccess;

  function toInput() {
    const text = reason.read();
    return text === undefined ? undefined : { params: { id: user.id }, body: { reason: text } };
  }

  return (
    <ConfirmDialog
      title={texts.freezeName({ name })}
      mutation={freeze}
      toInput={toInput}
      shown={[getUser]}
      submitLabel={texts.freezeSubmit}
      pendingLabel={texts.freezing}
      look="danger"
      done={({ endsAt }) => texts.freezeDone({ name, endsAt: formatDayAndTime(endsAt) })}
      failed={texts.freezeFailed}
      onClose={onClose}
    >
      <PersonEmail user={user} />
      <EffectList
        sentences={[
          isLonger ? texts.freezeLongerEffect : texts.freezeEffect,
          texts.freezeEffectRequests,
          texts.freezeEffectEnd,
          texts.freezeEffectPublished,
        ]}
      />
      <TextAreaField label={texts.reason} hint={texts.reasonShownHint} {...reason.field} />
    </ConfirmDialog>
  );
}

/** Shows why a user cannot be deleted, or what deletion erases. Confirmed by entering the email. */
function DeleteUserDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const remove = useDeleteUser();
  const detail = useUserDetail(user.id);
  const [typed, setTyped] = useState("");
  const isMine = remove.isPending || remove.isSuccess;
  const gone = !isMine && isNotFound(detail.error);
  const obstacles = isMine ? [] : (detail.data?.deletionObstacles ?? []);
  const isTyped = typed.trim().toLowerCase() === user.email.toLowerCase();

  return (
    <ConfirmDialog
      title={texts.deleteUser({ user: formatName(user) })}
      mutation={remove}
      toInput={() => ({ params: { id: user.id } })}
      shown={[listUsers, getUser]}
      submitLabel={texts.deleteSubmit}
      pendingLabel={texts.deleting}
      look="danger"
      done={texts.deleteDone}
      failed={texts.deleteFailed}
      isLocked={gone || obstacles.length > 0}
      notYet={detail.data === undefined ? texts.deleteNotYet : isTyped ? undefined : texts.deleteEmailMissing}
      onClose={onClose}
    >
      <PersonEmail user={user} />
      {gone ? (
        <DeletedNotice noun="user" />
      ) : (
        <QueryState
          query={detail}
          failedTitle={texts.deleteDetailsFailedTitle}
          loading={<SkeletonRows rows={3} className="h-6" />}
        >
          {(data) =>
            obstacles.length > 0 ? (
              <Obstacles obstacles={obstacles} />
            ) : (
              <EffectList sentences={describeDeletion(data)} />
            )
          }
        </QueryState>
      )}
      {gone || obstacles.length > 0 ? null : (
        <TextField
          label={texts.deleteEmailLabel}
          hint={user.email}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
    </ConfirmDialog>
  );
}

function Obstacles({ obstacles }: { obstacles: readonly string[] }) {
  return (
    <Notice look="warning" title={texts.deleteObstaclesTitle}>
      <ul className="grid gap-1">
        {obstacles.map((obstacle) => (
          <li key={obstacle}>{obstacle}</li>
        ))}
      </ul>
    </Notice>
  );
}

/**
 * Sets the KYC status manually, and warns if documents are pending. If the status changes in the meantime, the change
 * must be reviewed before saving.
 */
function KycStatusDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const change = useSetKycStatus();
  const { data, isFetchedAfterMount } = useUserDetail(user.id);
  const [seen, see] = useState(user.kycStatus);
  const [chosen, choose] = useState(user.kycStatus);
  const name = formatName(user);
  // Data read before the dialog opened may be older than the row.
  const now = isFetchedAfterMount && data !== undefined ? data.user.kycStatus : seen;
  const isMine = change.isPending || change.isSuccess;
  const hasChanged = !isMine && now !== seen;
  const hasDocuments = (data?.pending.verifications ?? 0) > 0;
  const state = getKycState({
    ...(data?.user ?? user),
    kycStatus: isMine ? seen : now,
  });

  function goOn() {
    change.reset();
    see(now);
  }

  return (
    <ConfirmDialog
      title={texts.kycDialogTitle}
      mutation={change}
      toInput={() => ({
        params: { id: user.id },
        body: { kycStatus: chosen, expected: seen },
      })}
      shown={[listUsers, getUser]}
      submitLabel={texts.saveStatus}
      pendingLabel={texts.saving}
      done={texts.kycDone({ name, chosen })}
      failed={texts.kycFailed}
      notYet={hasChanged ? REVIEW_CHANGE_FIRST : chosen === seen ? texts.kycSameStatus : undefined}
      onClose={onClose}
    >
      <PersonEmail user={user} />
      <p>
        {texts.kycEffect({
          name: <strong className="font-semibold">{name}</strong>,
          state,
          strong: (text) => <strong className="font-semibold">{text}</strong>,
        })}
      </p>
      {hasChanged ? (
        <ChangedNotice onGoOn={goOn}>
          {texts.kycChanged({
            now,
            seen,
            strong: (text) => <strong className="font-semibold">{text}</strong>,
          })}
        </ChangedNotice>
      ) : null}
      {hasDocuments ? (
        <Notice look="warning" title={texts.kycDocumentsTitle}>
          <p>
            {texts.kycDocumentsHint({
              link: (text) => (
                <TextLink href={`/admin?tab=verifications&search=${encodeURIComponent(user.email)}`}>{text}</TextLink>
              ),
            })}
          </p>
        </Notice>
      ) : null}
      <SelectField
        label={texts.kycStatus}
        value={chosen}
        hint={chosen === now ? texts.kycSameStatus : kycEffects[chosen]}
        onChange={(event) => choose(event.target.value as AdminUser["kycStatus"])}
      >
        {kycStatuses.map((status) => (
          <option key={status} value={status}>
            {kycLabels[status]}
          </option>
        ))}
      </SelectField>
    </ConfirmDialog>
  );
}
