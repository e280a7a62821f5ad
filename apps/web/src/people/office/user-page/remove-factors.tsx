import type { AdminUser } from "@wazi/contracts";
import { useState } from "react";
import { failureText } from "../../../lib/api-client.ts";
import { TextAreaField } from "../../../ui/text-area-field.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { ConfirmDialog } from "../../../office/decisions/confirm-dialog.tsx";
import { formatName } from "../../../office/person/person.tsx";
import { RowButton } from "../../../office/records/row-button.tsx";
import { useRemoveSecondFactors } from "./api.ts";
import * as texts from "../../../messages/admin-user-page.ts";

const FAILURE_DEFAULT = texts.failedToRemoveSecondFactors;

/** For a person who has lost their phone or passkey and their recovery codes. */
export function RemoveFactorsButton({ user }: { user: AdminUser }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <RowButton
        label={texts.remove}
        of={texts.theSecondFactorsOfUser({ user: formatName(user) })}
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
          toast.good(texts.success, texts.userCanSignInWith({ user: formatName(user) }));
          onClose();
        },
        onError: (error) => toast.bad(texts.error, failureText(error, FAILURE_DEFAULT)),
      },
    );
  }

  return (
    <ConfirmDialog
      title={texts.removeSecondFactorsUser({ user: formatName(user) })}
      confirmLabel={texts.remove}
      pendingLabel={texts.removing}
      look="danger"
      mutation={removal}
      failureDefault={FAILURE_DEFAULT}
      notYet={reason.trim() === "" ? texts.enterAReason : undefined}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{texts.doThisOnlyForPerson({ email: <strong className="font-semibold">{user.email}</strong> })}</p>
      <TextAreaField
        label={texts.reason}
        hint={texts.recordedInAuditLogAnd}
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </ConfirmDialog>
  );
}
