import type { AdminUser, AdminUserDetail } from "@wazi/contracts";
import { useState } from "react";
import { useTitle } from "../../../lib/use-title.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { Timestamp } from "../../../office/display/age.tsx";
import { getKycState } from "../../../office/person/kyc-labels.ts";
import { KycTag, formatName } from "../../../office/person/person.tsx";
import { RowButton } from "../../../office/records/row-button.tsx";
import { UserActionDialog, type UserAction } from "../users/user-action-dialog.tsx";
import { FrozenNotice } from "./frozen-notice.tsx";
import { UserFacts } from "./user-facts.tsx";
import * as texts from "../../../messages/admin-user-page.ts";

/** The name and status of a user, and the actions on them. */
export function UserHeading({ detail, onDone }: { detail: AdminUserDetail; onDone: () => void }) {
  const { user, deactivation } = detail;
  const name = formatName(user);
  useTitle(name);
  return (
    <header className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-24 break-words">{name}</h1>
          <p className="mt-1.5 flex flex-wrap gap-2">
            <Tag look={user.isActive ? "gain" : "loss"}>{user.isActive ? texts.active : texts.deactivated}</Tag>
            <KycTag named state={getKycState(user)} />
          </p>
        </div>
        <UserPageActions user={user} onDone={onDone} />
      </div>
      {deactivation === null ? null : (
        <Notice look="danger" title={texts.deactivated}>
          <p>
            <Timestamp at={deactivation.at} />
            {deactivation.by === null ? null : ` ${texts.headingBy({ by: formatName(deactivation.by) })}`}
            {deactivation.reason === null ? texts.headingNoReason : `: ${deactivation.reason}`}
          </p>
        </Notice>
      )}
      {detail.frozenAt === undefined ? null : (
        <FrozenNotice userId={user.id} name={name} frozenAt={detail.frozenAt} onDone={onDone} />
      )}
      <UserFacts detail={detail} />
    </header>
  );
}

/** The actions on a user. Each opens a dialog that shows its effects. */
function UserPageActions({ user, onDone }: { user: AdminUser; onDone: () => void }) {
  const [open, setOpen] = useState<UserAction | null>(null);
  const of = formatName(user);
  const close = (): void => {
    setOpen(null);
    onDone();
  };
  return (
    <div className="flex flex-wrap gap-2">
      <RowButton
        label={texts.adjustAccount}
        of={texts.ofOftext({ ofText: of })}
        right="money"
        onClick={() => setOpen("edit")}
      />
      <RowButton
        label={texts.headingKycChange}
        of={texts.ofOftext({ ofText: of })}
        right="manage"
        onClick={() => setOpen("kyc")}
      />
      <span className="flex flex-wrap gap-2 sm:ml-2 sm:border-l sm:border-line sm:pl-4">
        {user.isActive ? (
          <RowButton label={texts.deactivate} of={of} right="manage" onClick={() => setOpen("deactivate")} />
        ) : (
          <RowButton label={texts.activate} of={of} right="manage" onClick={() => setOpen("activate")} />
        )}
        <RowButton label={texts.deleteLabel} of={of} look="danger" right="manage" onClick={() => setOpen("delete")} />
      </span>
      {open === null ? null : <UserActionDialog step={open} row={user} onClose={close} />}
    </div>
  );
}
