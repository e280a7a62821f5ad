import type { AdminUser } from "@wazi/contracts";
import { useState } from "react";
import { TextAreaField } from "../../../ui/text-area-field.tsx";
import { ConfirmDialog } from "../../../office/decisions/confirm-dialog.tsx";
import { formatName } from "../../../office/person/person.tsx";
import { RowButton } from "../../../office/records/row-button.tsx";
import { useRemoveSecondFactors } from "./api.ts";
import * as texts from "../../../messages/admin-user-page.ts";

/** For a person who has lost their phone or passkey and their recovery codes. */
export function RemoveFactorsButton({ user }: { user: AdminUser }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <RowButton
        label={texts.remove}
        of={texts.removeFactorsOf({ user: formatName(user) })}
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

  return (
    <ConfirmDialog
      title={texts.removeFactorsTitle({ user: formatName(user) })}
      mutation={removal}
      toInput={() => ({ params: { id: user.id }, body: { reason } })}
      submitLabel={texts.remove}
      pendingLabel={texts.removing}
      look="danger"
      done={texts.removeFactorsDone({ user: formatName(user) })}
      failed={texts.removeFactorsFailed}
      notYet={reason.trim() === "" ? texts.removeFactorsReasonMissing : undefined}
      onClose={onClose}
    >
      <p>{texts.removeFactorsEffect({ email: <strong className="font-semibold">{user.email}</strong> })}</p>
      <TextAreaField
        label={texts.reason}
        hint={texts.removeFactorsReasonHint}
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </ConfirmDialog>
  );
}
