import { getUser, kycStatuses, listUsers, type AdminUser } from "@wazi/contracts";
import { useState } from "react";
import { SelectField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { ConfirmDialog } from "../decisions/confirm-dialog.tsx";
import { ChangedNotice, LOOK_FIRST } from "../decisions/notices.tsx";
import { useDecide } from "../decisions/use-decision.ts";
import { useUserDetail } from "../person/api.ts";
import { kycStateOf, kycStateWords, kycWords } from "../person/kyc-labels.ts";
import { nameOf, OwnerLine } from "../person/owner.tsx";
import { useSetKycStatus } from "./api.ts";
import { kycEffects } from "./labels.ts";

const FAILED = "Failed to change the KYC status";

/**
 * Sets it by hand; where documents wait, it says that they are better looked at first. Where it becomes another one while
 * it is looked at, that has to be seen before anything is set.
 */
export function KycStatusDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const change = useSetKycStatus();
  const decide = useDecide([listUsers, getUser]);
  const { data, isFetchedAfterMount } = useUserDetail(user.id);
  const [seen, see] = useState(user.kycStatus);
  const [chosen, choose] = useState(user.kycStatus);
  const name = nameOf(user);
  // What was read before the dialog opened may be older than the row that it was opened from.
  const now = isFetchedAfterMount && data !== undefined ? data.user.kycStatus : seen;
  const isMine = change.isPending || change.isSuccess;
  const hasChanged = !isMine && now !== seen;
  const hasDocuments = (data?.pending.verifications ?? 0) > 0;
  const state = kycStateOf({ ...(data?.user ?? user), kycStatus: isMine ? seen : now });

  function save() {
    void decide(
      () => change.mutateAsync({ params: { id: user.id }, body: { kycStatus: chosen, expected: seen } }),
      { done: `The KYC status of ${name} is ${kycWords[chosen].toLowerCase()}.`, failed: FAILED },
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
      notYet={hasChanged ? LOOK_FIRST : chosen === seen ? "It is that already" : undefined}
      onConfirm={save}
      onClose={onClose}
    >
      <OwnerLine user={user} />
      <p>
        Sets it for <strong className="font-semibold">{name}</strong> by hand. It is{" "}
        <strong className="font-semibold">{kycStateWords[state].toLowerCase()}</strong> now.
      </p>
      {hasChanged ? (
        <ChangedNotice onGoOn={goOn}>
          It is <strong className="font-semibold">{kycWords[now].toLowerCase()}</strong> by now; it was{" "}
          {kycWords[seen].toLowerCase()} before.
        </ChangedNotice>
      ) : null}
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
        hint={chosen === now ? "Choose another one to change it" : kycEffects[chosen]}
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
