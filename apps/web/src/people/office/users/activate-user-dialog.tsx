import { getUser, listUsers, type AdminUser } from "@wazi/contracts";
import { Notice } from "../../../ui/notice.tsx";
import { ConfirmDialog } from "../../../office/decisions/confirm-dialog.tsx";
import { ActorAndTime } from "../../../office/decisions/notices.tsx";
import { useUserDetail } from "../../../office/person/api.ts";
import { formatName } from "../../../office/person/person.tsx";
import { useActivateUser } from "./api.ts";
import * as texts from "../../../messages/admin-users.ts";

/** Shows why the user was deactivated and what becomes available again. */
export function ActivateUserDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
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
          {texts.deactivatedReason({
            at: <ActorAndTime by={deactivation.by} at={deactivation.at} />,
            reason: deactivation.reason === null ? texts.deactivationNoReason : `: ${deactivation.reason}`,
          })}
        </p>
      )}
      <p>{texts.activateEffect({ email: <strong className="font-semibold">{user.email}</strong> })}</p>
    </ConfirmDialog>
  );
}
