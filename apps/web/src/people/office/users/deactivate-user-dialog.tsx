import { getUser, listUsers, type AdminUser } from "@wazi/contracts";
import { useState } from "react";
import { showProblem } from "../../../lib/show-problem.ts";
import { QueryState } from "../../../ui/query-state.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { TextAreaField } from "../../../ui/text-area-field.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { ConfirmDialog } from "../../../office/decisions/confirm-dialog.tsx";
import { EffectList } from "../../../office/decisions/effects.tsx";
import { OutcomeNotice } from "../../../office/decisions/notices.tsx";
import { useSubmitDecision, useOutcomeUnknown } from "../../../office/decisions/use-decision.ts";
import { useUserDetail } from "../../../office/person/api.ts";
import { formatName, PersonEmail } from "../../../office/person/person.tsx";
import { REASON_MISSING } from "./account-adjustment.ts";
import { useDeactivateUser } from "./api.ts";
import { describeDeactivation } from "./labels.ts";
import * as texts from "../../../messages/admin-users.ts";

const FAILED = texts.failedToDeactivateUser;

/** Shows the effects on this user and asks for a reason, which the user sees. */
export function DeactivateUserDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const deactivate = useDeactivateUser();
  const decide = useSubmitDecision([listUsers, getUser]);
  const detail = useUserDetail(user.id);
  const [reason, setReason] = useState("");
  const [error, setError] = useState<string>();
  const name = formatName(user);
  const isUnanswered = useOutcomeUnknown(deactivate);
  const isMine = deactivate.isPending || deactivate.isSuccess;
  const isOvertaken = !isMine && detail.data?.user.isActive === false;

  function confirm() {
    if (reason.trim() === "") {
      showProblem(() => setError(REASON_MISSING));
      toast.bad(texts.error, REASON_MISSING);
      return;
    }
    void decide(
      () => deactivate.mutateAsync({ params: { id: user.id }, body: { reason: reason.trim() } }),
      {
        done: ({ waitingBotIds }) =>
          waitingBotIds.length === 0
            ? texts.nameIsDeactivated({ name })
            : texts.nameDeactivatedPositionsWaitingFor({ name, waitingBotIds: waitingBotIds.length }),
        failed: FAILED,
      },
      { onDone: onClose },
    );
  }

  return (
    <ConfirmDialog
      title={texts.deactivateName({ name })}
      confirmLabel={texts.deactivateUser}
      pendingLabel={texts.deactivating}
      look="danger"
      mutation={deactivate}
      failureDefault={FAILED}
      isLocked={isOvertaken}
      notYet={detail.data === undefined ? texts.theEffectsAreStillLoading : undefined}
      onConfirm={confirm}
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
      <TextAreaField
        label={texts.reason}
        hint={texts.shownToTheInvestor}
        autoComplete="off"
        maxLength={500}
        readOnly={isOvertaken}
        value={reason}
        error={error}
        onChange={(event) => {
          setReason(event.target.value);
          setError(undefined);
        }}
      />
    </ConfirmDialog>
  );
}
