import { getUser, kycStatuses, listUsers, type AdminUser } from "@wazi/contracts";
import { useState } from "react";
import { SelectField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { useDecide } from "../decisions/use-decide.ts";
import { nameOf } from "../owner-cell.tsx";
import { useUserDetail } from "../user-page/user-detail.ts";
import { kycWords } from "./kyc-words.ts";
import { useSetKycStatus } from "./set-kyc-status.ts";
import { kycEffects } from "./user-effects.ts";

const failed = "Failed to change the KYC status";

/** Sets it by hand; where documents wait, it says that they are better looked at first. */
export function KycStatusDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const change = useSetKycStatus();
  const decide = useDecide([listUsers, getUser]);
  const { data } = useUserDetail(user.id);
  const [chosen, choose] = useState(user.kycStatus);
  const name = nameOf(user);
  const current = data?.user.kycStatus ?? user.kycStatus;
  const hasDocuments = (data?.pending.verifications ?? 0) > 0;

  function save() {
    void decide(
      () => change.mutateAsync({ params: { id: user.id }, body: { kycStatus: chosen } }),
      { done: `The KYC status of ${name} is ${kycWords[chosen].toLowerCase()}.`, failed },
      { onDone: onClose },
    );
  }

  return (
    <ConfirmDialog
      title="Change KYC status"
      confirmLabel="Save status"
      pendingLabel="Saving..."
      look="primary"
      mutation={change}
      failureDefault={failed}
      notYet={chosen === current ? "It is that already" : undefined}
      onConfirm={save}
      onClose={onClose}
    >
      <p>
        Sets it for <strong className="font-semibold">{name}</strong> by hand. It is{" "}
        <strong className="font-semibold">{kycWords[current].toLowerCase()}</strong> now.
      </p>
      {hasDocuments ? (
        <Notice look="warning" title="Documents wait">
          <p>
            Better decide on them under{" "}
            <TextLink href={`/admin?tab=verifications&search=${encodeURIComponent(user.email)}`}>
              Verifications
            </TextLink>
            , where they can be seen.
          </p>
        </Notice>
      ) : null}
      <SelectField
        label="KYC status"
        value={chosen}
        hint={chosen === current ? "Choose another one to change it" : kycEffects[chosen]}
        onChange={(event) => choose(event.target.value as AdminUser["kycStatus"])}
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
