import type { AdminUser } from "@wazi/contracts";
import { useState } from "react";
import { failureText } from "../../../lib/api-client.ts";
import { TextField } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { reasonMissing } from "./account-adjustment.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { useDeactivateUser } from "./deactivate-user.ts";
import { nameOf } from "../owner-cell.tsx";

const failureDefault = "Failed to deactivate user";

export function DeactivateUserDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const deactivate = useDeactivateUser();
  const [reason, setReason] = useState("");
  const [error, setError] = useState<string>();

  function confirm() {
    if (reason.trim() === "") {
      setError(reasonMissing);
      toast.bad("Error", reasonMissing);
      return;
    }
    deactivate.mutate(
      { params: { id: user.id }, body: { reason: reason.trim() } },
      {
        onSuccess: ({ waitingBotIds }) => {
          const waiting = waitingBotIds.length;
          toast.good(
            "Success",
            waiting === 0
              ? `${nameOf(user)} is deactivated.`
              : `${nameOf(user)} is deactivated. Bots that wait for a price to be closed: ${waiting}.`,
          );
          onClose();
        },
        onError: (failure) => toast.bad("Error", failureText(failure, failureDefault)),
      },
    );
  }

  return (
    <ConfirmDialog
      title={`Deactivate ${nameOf(user)}?`}
      confirmLabel="Deactivate user"
      pendingLabel="Deactivating..."
      look="danger"
      mutation={deactivate}
      failureDefault={failureDefault}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        Their bots are closed at the value of now and the money goes to their balance. Their sessions end. They can
        still sign in to read and to withdraw; everything else is closed to them until you activate them again.
      </p>
      <TextField
        label="Reason"
        hint="Told to the investor"
        autoComplete="off"
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
