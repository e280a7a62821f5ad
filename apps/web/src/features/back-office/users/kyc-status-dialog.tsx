import { getUser, kycStatuses, listUsers, type AdminUser } from "@wazi/contracts";
import { useState } from "react";
import { SelectField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { ConfirmDialog } from "../decisions/confirm-dialog.tsx";
import { ChangedNotice, REVIEW_CHANGE_FIRST } from "../decisions/notices.tsx";
import { useSubmitDecision } from "../decisions/use-decision.ts";
import { useUserDetail } from "../person/api.ts";
import { getKycState, kycStateLabels, kycLabels } from "../person/kyc-labels.ts";
import { formatName, PersonEmail } from "../person/person.tsx";
import { useSetKycStatus } from "./api.ts";
import { kycEffects } from "./labels.ts";

const FAILED = "Failed to change the KYC status";

/**
 * Sets the KYC status manually, and warns if documents are pending. If the status changes in the meantime, the change
 * must be reviewed before saving.
 */
export function KycStatusDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const change = useSetKycStatus();
  const decide = useSubmitDecision([listUsers, getUser]);
  const { data, isFetchedAfterMount } = useUserDetail(user.id);
  const [seen, see] = useState(user.kycStatus);
  const [chosen, choose] = useState(user.kycStatus);
  const name = formatName(user);
  // Data read before the dialog opened may be older than the row.
  const now = isFetchedAfterMount && data !== undefined ? data.user.kycStatus : seen;
  const isMine = change.isPending || change.isSuccess;
  const hasChanged = !isMine && now !== seen;
  const hasDocuments = (data?.pending.verifications ?? 0) > 0;
  const state = getKycState({ ...(data?.user ?? user), kycStatus: isMine ? seen : now });

  function save() {
    void decide(
      () => change.mutateAsync({ params: { id: user.id }, body: { kycStatus: chosen, expected: seen } }),
      { done: `The KYC status of ${name} is ${kycLabels[chosen].toLowerCase()}.`, failed: FAILED },
      { onDone: onClose },
    );
  }

  function goOn() {
    change.reset();
    see(now);
  }

  return (
    <ConfirmDialog
      title="Change KYC status"
      confirmLabel="Save status"
      pendingLabel="Saving..."
      look="primary"
      mutation={change}
      failureDefault={FAILED}
      notYet={hasChanged ? REVIEW_CHANGE_FIRST : chosen === seen ? "Choose a different status" : undefined}
      onConfirm={save}
      onClose={onClose}
    >
      <PersonEmail user={user} />
      <p>
        Sets the KYC status of <strong className="font-semibold">{name}</strong> manually. It is currently{" "}
        <strong className="font-semibold">{kycStateLabels[state].toLowerCase()}</strong>.
      </p>
      {hasChanged ? (
        <ChangedNotice onGoOn={goOn}>
          It is now <strong className="font-semibold">{kycLabels[now].toLowerCase()}</strong>. It was{" "}
          {kycLabels[seen].toLowerCase()}.
        </ChangedNotice>
      ) : null}
      {hasDocuments ? (
        <Notice look="warning" title="Documents pending review">
          <p>
            Review them under{" "}
            <TextLink href={`/admin?tab=verifications&search=${encodeURIComponent(user.email)}`}>
              Verifications
            </TextLink>
            instead.
          </p>
        </Notice>
      ) : null}
      <SelectField
        label="KYC status"
        value={chosen}
        hint={chosen === now ? "Choose a different status" : kycEffects[chosen]}
        onChange={(event) => choose(event.target.value as AdminUser["kycStatus"])}
      >
        {kycStatuses.map((status) => (
          <option key={status} value={status}>
            {kycLabels[status]}
          </option>
        ))}
      </SelectField>
    </ConfirmDialog>
  );
}
