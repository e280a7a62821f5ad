import { getBrowserName, type AdminUser, type UserSession } from "@wazi/contracts";
import { failureText } from "../../../lib/api-client.ts";
import { toast } from "../../../ui/toast-store.ts";
import { ConfirmDialog } from "../../../office/decisions/confirm-dialog.tsx";
import { formatName } from "../../../office/person/person.tsx";
import { useEndUserSession, useEndUserSessions } from "./api.ts";
import * as texts from "../../../messages/admin-user-page.ts";

const FAILURE_DEFAULT = texts.failedToEndTheSession;
const ALL_FAILURE_DEFAULT = texts.failedToEndTheSessions;

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

  function confirm(): void {
    end.mutate(
      { params: { id: user.id, session: session.id } },
      {
        onSuccess: () => {
          toast.good(texts.success, texts.userSignedOutBrowser({ user: formatName(user), browser }));
          onClose();
        },
        onError: (error) => toast.bad(texts.error, failureText(error, FAILURE_DEFAULT)),
      },
    );
  }

  return (
    <ConfirmDialog
      title={texts.endASessionOfUser({ user: formatName(user) })}
      confirmLabel={texts.endSession}
      pendingLabel={texts.ending}
      look="danger"
      mutation={end}
      failureDefault={FAILURE_DEFAULT}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {texts.signsOutBrowserAtAddress({
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

  function confirm(): void {
    end.mutate(
      { params: { id: user.id } },
      {
        onSuccess: () => {
          toast.good(texts.success, texts.userIsSignedOutEverywhere({ user: formatName(user) }));
          onClose();
        },
        onError: (error) => toast.bad(texts.error, failureText(error, ALL_FAILURE_DEFAULT)),
      },
    );
  }

  return (
    <ConfirmDialog
      title={texts.endAllSessionsOfUser({ user: formatName(user) })}
      confirmLabel={texts.endAllSessions}
      pendingLabel={texts.ending}
      look="danger"
      mutation={end}
      failureDefault={ALL_FAILURE_DEFAULT}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {texts.signsOutEverywhereImmediatelyCount({
          email: <strong className="font-semibold">{user.email}</strong>,
          count,
          count2: count,
        })}
      </p>
    </ConfirmDialog>
  );
}
