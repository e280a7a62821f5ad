import type { AdminUser, AdminUserDetail } from "@wazi/contracts";
import { type ReactNode, useState } from "react";
import { formatDay } from "../../../lib/format-date.ts";
import { copyText } from "../../../ui/copy-button.tsx";
import { Icon } from "../../../ui/icons.tsx";
import { formatUtc, Timestamp } from "../../../office/display/age.tsx";
import * as texts from "../../../messages/admin-user-page.ts";
import { TextAreaField } from "../../../ui/text-area-field.tsx";
import { ConfirmDialog } from "../../../office/decisions/decision-dialog.tsx";
import { formatName } from "../../../office/person/person.tsx";
import { RowButton } from "../../../office/records/row-button.tsx";
import { useRemoveSecondFactors } from "./api.ts";

/** The profile data of the user. */
export function UserFacts({ detail }: { detail: AdminUserDetail }) {
  const { user, profile, tier } = detail;
  return (
    <dl
      aria-label={texts.profile}
      className="grid grid-flow-dense grid-cols-2 gap-x-6 gap-y-2.5 text-14 sm:grid-cols-4 lg:grid-cols-[minmax(0,1.8fr)_repeat(3,minmax(0,1fr))]"
    >
      <Fact term={texts.email} isWide>
        <CopyLine text={user.email} label={texts.copyEmail} />
      </Fact>
      <Fact term={texts.phone}>
        <CopyLine text={user.phone} label={texts.factPhoneCopy} />
      </Fact>
      <Fact term={texts.country}>{user.country}</Fact>
      <Fact term={texts.factBirthDate}>
        {profile.birthday === null ? texts.notProvided : formatDay(`${profile.birthday}T12:00:00`)}
      </Fact>
      <Fact term={texts.preferences} isWide>
        {[
          profile.preferredMarket === null ? undefined : texts.factMarket({ market: profile.preferredMarket }),
          profile.riskTolerance === null
            ? undefined
            : texts.factRiskTolerance({ riskTolerance: profile.riskTolerance }),
          profile.marketingOptIn ? texts.factNewsOn : texts.factNewsOff,
        ]
          .filter((words) => words !== undefined)
          .join(", ")}
      </Fact>
      <Fact term={texts.packageLabel}>
        {tier.maxBots === 0 ? tier.tierName : texts.packageWithBots({ tierName: tier.tierName, maxBots: tier.maxBots })}
      </Fact>
      <Fact term={texts.joined}>
        <time dateTime={user.createdAt} title={formatUtc(user.createdAt)}>
          {formatDay(user.createdAt)}
        </time>
      </Fact>
      <Fact term={texts.factLastSignIn}>
        {user.lastLoginAt === null ? texts.never : <Timestamp at={user.lastLoginAt} />}
      </Fact>
      <Fact term={texts.secondStep}>
        {detail.hasSecondFactor ? (
          <>
            {texts.on} <RemoveFactorsButton user={user} />
          </>
        ) : (
          texts.off
        )}
      </Fact>
    </dl>
  );
}

function Fact({ term, isWide = false, children }: { term: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? "col-span-2 min-w-0 lg:col-span-1" : "min-w-0"}>
      <dt className="text-12 text-muted">{term}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}

/** A text that is copied on click. */
function CopyLine({ text, label }: { text: string; label: string }) {
  return (
    <button
      type="button"
      aria-label={`${label}: ${text}`}
      onClick={() => void copyText(text)}
      className="group -mx-1 inline-flex max-w-full items-center gap-1.5 rounded-sm px-1 text-left hover:text-primary pointer-coarse:-my-3 pointer-coarse:min-h-11"
    >
      <span className="min-w-0 break-all">{text}</span>
      <Icon name="copy" className="size-4 text-muted group-hover:text-primary" />
    </button>
  );
}

/** For a person who has lost their phone or passkey and their recovery codes. */
function RemoveFactorsButton({ user }: { user: AdminUser }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <RowButton
        label={texts.remove}
        spoken={texts.removeFactorsSpoken({ user: formatName(user) })}
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
      <p>
        {texts.removeFactorsEffect({
          email: <strong className="font-semibold">{user.email}</strong>,
        })}
      </p>
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
