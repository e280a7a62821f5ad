import { getUser, kycStatuses, listUsers, type AdminUser } from "@wazi/contracts";
import { useState } from "react";
import { SelectField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { ConfirmDialog } from "../../../office/decisions/confirm-dialog.tsx";
import { ChangedNotice, REVIEW_CHANGE_FIRST } from "../../../office/decisions/notices.tsx";
import { useUserDetail } from "../../../office/person/api.ts";
import { getKycState, kycStateLabels, kycLabels } from "../../../office/person/kyc-labels.ts";
import { formatName, PersonEmail } from "../../../office/person/person.tsx";
import { useSetKycStatus } from "./api.ts";
import { kycEffects } from "./labels.ts";
import * as texts from "../../../messages/admin-users.ts";

/**
 * Sets the KYC status manually, and warns if documents are pending. If the status changes in the meantime, the change
 * must be reviewed before saving.
 */
export function KycStatusDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const change = useSetKycStatus();
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

  function goOn() {
    change.reset();
    see(now);
  }

  return (
    <ConfirmDialog
      title={texts.kycDialogTitle}
      mutation={change}
      toInput={() => ({ params: { id: user.id }, body: { kycStatus: chosen, expected: seen } })}
      shown={[listUsers, getUser]}
      submitLabel={texts.saveStatus}
      pendingLabel={texts.saving}
      done={texts.kycDone({ name, chosen: kycLabels[chosen].toLowerCase() })}
      failed={texts.kycFailed}
      notYet={hasChanged ? REVIEW_CHANGE_FIRST : chosen === seen ? texts.kycSameStatus : undefined}
      onClose={onClose}
    >
      <PersonEmail user={user} />
      <p>
        {texts.kycEffect({
          name: <strong className="font-semibold">{name}</strong>,
          state: <strong className="font-semibold">{kycStateLabels[state].toLowerCase()}</strong>,
        })}
      </p>
      {hasChanged ? (
        <ChangedNotice onGoOn={goOn}>
          {texts.kycChanged({
            now: <strong className="font-semibold">{kycLabels[now].toLowerCase()}</strong>,
            seen: kycLabels[seen].toLowerCase(),
          })}
        </ChangedNotice>
      ) : null}
      {hasDocuments ? (
        <Notice look="warning" title={texts.kycDocumentsTitle}>
          <p>
            {texts.kycDocumentsHint({
              link: (text) => (
                <TextLink href={`/admin?tab=verifications&search=${encodeURIComponent(user.email)}`}>{text}</TextLink>
              ),
            })}
          </p>
        </Notice>
      ) : null}
      <SelectField
        label={texts.kycStatus}
        value={chosen}
        hint={chosen === now ? texts.kycSameStatus : kycEffects[chosen]}
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
