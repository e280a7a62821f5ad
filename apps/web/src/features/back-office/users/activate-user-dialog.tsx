import { getUser, listUsers, type AdminUser } from "@wazi/contracts";
import { Notice } from "../../../ui/notice.tsx";
import { ConfirmDialog } from "../decisions/confirm-dialog.tsx";
import { ActorAndTime } from "../decisions/notices.tsx";
import { useSubmitDecision } from "../decisions/use-decision.ts";
import { useUserDetail } from "../person/api.ts";
import { formatName } from "../person/person.tsx";
import { useActivateUser } from "./api.ts";

const FAILED = "Failed to activate user";

/** Shows why the user was deactivated and what becomes available again. */
export function ActivateUserDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const activate = useActivateUser();
  const decide = useSubmitDecision([listUsers, getUser]);
  const { data } = useUserDetail(user.id);
  const name = formatName(user);
  const isOvertaken = !activate.isPending && !activate.isSuccess && data?.user.isActive === true;
  const deactivation = data?.deactivation;

  function confirm() {
    void decide(
      () => activate.mutateAsync({ params: { id: user.id } }),
      { done: `${name} is active again.`, failed: FAILED },
      { onDone: onClose },
    );
  }

  return (
    <ConfirmDialog
      title={`Activate ${name}?`}
      confirmLabel="Activate user"
      pendingLabel="Activating..."
      look="primary"
      mutation={activate}
      failureDefault={FAILED}
      isLocked={isOvertaken}
      onConfirm={confirm}
      onClose={onClose}
    >
      {isOvertaken ? (
        <Notice look="warning" role="alert" title="Already active">
          <p>{name} is already active. No action is needed.</p>
        </Notice>
      ) : null}
      {deactivation === undefined || deactivation === null ? null : (
        <p>
          Deactivated
          <ActorAndTime by={deactivation.by} at={deactivation.at} />
          {deactivation.reason === null ? ". No reason was given." : `: ${deactivation.reason}`}
        </p>
      )}
      <p>
        <strong className="font-semibold">{user.email}</strong> can use deposits, bots and transfers again. Closed
        positions stay closed.
      </p>
    </ConfirmDialog>
  );
}
