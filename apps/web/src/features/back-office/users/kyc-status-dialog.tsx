import { kycStatuses, type AdminUser } from "@wazi/contracts";
import { useState } from "react";
import { failureText } from "../../../lib/api-client.ts";
import { SelectField } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { kycWords } from "./kyc-words.ts";
import { nameOf } from "../owner-cell.tsx";
import { useSetKycStatus } from "./set-kyc-status.ts";

const failureDefault = "Failed to change the KYC status";

export function KycStatusDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const change = useSetKycStatus();
  const [kycStatus, setStatus] = useState(user.kycStatus);

  function save() {
    change.mutate(
      { params: { id: user.id }, body: { kycStatus } },
      {
        onSuccess: () => {
          toast.good("Success", `The KYC status of ${nameOf(user)} is ${kycWords[kycStatus].toLowerCase()}.`);
          onClose();
        },
        onError: (error) => toast.bad("Error", failureText(error, failureDefault)),
      },
    );
  }

  return (
    <ConfirmDialog
      title="Change KYC status"
      confirmLabel="Save status"
      pendingLabel="Saving..."
      look="primary"
      mutation={change}
      failureDefault={failureDefault}
      onConfirm={save}
      onClose={onClose}
    >
      <p>
        Sets it for <strong className="font-semibold">{nameOf(user)}</strong> directly. Documents that wait are better
        decided on under Verifications, where they can be seen.
      </p>
      <SelectField
        label="KYC status"
        value={kycStatus}
        onChange={(event) => setStatus(event.target.value as AdminUser["kycStatus"])}
      >
        {kycStatuses.map((status) => (
          <option key={status} value={status}>
            {kycWords[status]}
          </option>
        ))}
      </SelectField>
    </ConfirmDialog>
  );
}
