import { getBrowserName, type AdminUser, type UserSession } from "@wazi/contracts";
import { failureText } from "../../../lib/api-client.ts";
import { toast } from "../../../ui/toast-store.ts";
import { ConfirmDialog } from "../decisions/confirm-dialog.tsx";
import { formatName } from "../person/person.tsx";
import { useEndUserSession, useEndUserSessions } from "./api.ts";

const FAILURE_DEFAULT = "Failed to end the session";
const ALL_FAILURE_DEFAULT = "Failed to end the sessions";

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
          toast.good("Success", `${formatName(user)} is signed out of ${browser}.`);
          onClose();
        },
        onError: (error) => toast.bad("Error", failureText(error, FAILURE_DEFAULT)),
      },
    );
  }

  return (
    <ConfirmDialog
      title={`End a session of ${formatName(user)}?`}
      confirmLabel="End session"
      pendingLabel="Ending..."
      look="danger"
      mutation={end}
      failureDefault={FAILURE_DEFAULT}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        Signs <strong className="font-semibold">{user.email}</strong> out of {browser} at {session.address} immediately.
        They can sign in again with their password.
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
          toast.good("Success", `${formatName(user)} is signed out everywhere.`);
          onClose();
        },
        onError: (error) => toast.bad("Error", failureText(error, ALL_FAILURE_DEFAULT)),
      },
    );
  }

  return (
    <ConfirmDialog
      title={`End all sessions of ${formatName(user)}?`}
      confirmLabel="End all sessions"
      pendingLabel="Ending..."
      look="danger"
      mutation={end}
      failureDefault={ALL_FAILURE_DEFAULT}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        Signs <strong className="font-semibold">{user.email}</strong> out everywhere immediately ({count}{" "}
        {count === 1 ? "session" : "sessions"} and any newer ones). They can sign in again with their password.
      </p>
    </ConfirmDialog>
  );
}
