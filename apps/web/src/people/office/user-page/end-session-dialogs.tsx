import { getBrowserName, type AdminUser, type UserSession } from "@wazi/contracts";
import { ConfirmDialog } from "../../../office/decisions/confirm-dialog.tsx";
import { formatName } from "../../../office/person/person.tsx";
import { useEndUserSession, useEndUserSessions } from "./api.ts";
import * as texts from "../../../messages/admin-user-page.ts";

export function EndSessionDialog({
  user,
  session,
  onClose,
}: {
  user: AdminUser;
  session: UserSession;
  onClose: () => void;
}) {
  const end = useEndUserSession();
  const browser = getBrowserName(session.userAgent);

  return (
    <ConfirmDialog
      title={texts.endOneTitle({ user: formatName(user) })}
      mutation={end}
      toInput={() => ({ params: { id: user.id, session: session.id } })}
      submitLabel={texts.endSession}
      pendingLabel={texts.ending}
      look="danger"
      done={texts.endOneDone({ user: formatName(user), browser })}
      failed={texts.endOneFailed}
      onClose={onClose}
    >
      <p>
        {texts.endOneEffect({
          email: <strong className="font-semibold">{user.email}</strong>,
          browser,
          address: session.address,
        })}
      </p>
    </ConfirmDialog>
  );
}

export function EndAllSessionsDialog({
  user,
  count,
  onClose,
}: {
  user: AdminUser;
  count: number;
  onClose: () => void;
}) {
  const end = useEndUserSessions();

  return (
    <ConfirmDialog
      title={texts.endAllTitle({ user: formatName(user) })}
      mutation={end}
      toInput={() => ({ params: { id: user.id } })}
      submitLabel={texts.endAllSubmit}
      pendingLabel={texts.ending}
      look="danger"
      done={texts.endAllDone({ user: formatName(user) })}
      failed={texts.endAllFailed}
      onClose={onClose}
    >
      <p>
        {texts.endAllEffect({
          email: <strong className="font-semibold">{user.email}</strong>,
          count,
          count2: count,
        })}
      </p>
    </ConfirmDialog>
  );
}
