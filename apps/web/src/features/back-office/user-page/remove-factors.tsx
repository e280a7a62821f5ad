import type { AdminUser } from "@wazi/contracts";
import { useState } from "react";
import { failureText } from "../../../lib/api-client.ts";
import { TextAreaField } from "../../../ui/text-area-field.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { ConfirmDialog } from "../decisions/confirm-dialog.tsx";
import { formatName } from "../person/person.tsx";
import { RowButton } from "../records/row-button.tsx";
import { useRemoveSecondFactors } from "./api.ts";

const FAILURE_DEFAULT = "Failed to remove the second factors";

/** For a person who has lost their phone or passkey and their recovery codes. */
export function RemoveFactorsButton({ user }: { user: AdminUser }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <RowButton
        label="Remove"
        of={`the second factors of ${formatName(user)}`}
        right="manage"
        onClick={() => setOpen(true)}
      />
      {isOpen ? <RemoveFactorsDialog user={user} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function RemoveFactorsDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const removal = useRemoveSecondFactors();
  const [reason, setReason] = useState("");

  function confirm(): void {
    removal.mutate(
      { params: { id: user.id }, body: { reason } },
      {
        onSuccess: () => {
          toast.good("Success", `${formatName(user)} can sign in with the password alone.`);
          onClose();
        },
        onError: (error) => toast.bad("Error", failureText(error, FAILURE_DEFAULT)),
      },
    );
  }

  return (
    <ConfirmDialog
      title={`Remove the second factors of ${formatName(user)}?`}
      confirmLabel="Remove"
      pendingLabel="Removing..."
      look="danger"
      mutation={removal}
      failureDefault={FAILURE_DEFAULT}
      notYet={reason.trim() === "" ? "Enter a reason" : undefined}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        Do this only for a person who has lost their phone or passkey, and only after you have checked who they are.{" "}
        <strong className="font-semibold">{user.email}</strong> is signed out everywhere and told by mail. Withdrawals
        are held for 24 hours.
      </p>
      <TextAreaField
        label="Reason"
        hint="Recorded in the audit log and told to the person."
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </ConfirmDialog>
  );
}
