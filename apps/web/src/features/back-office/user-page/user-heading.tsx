import type { AdminUser, AdminUserDetail } from "@wazi/contracts";
import { useState } from "react";
import { useTitle } from "../../../lib/use-title.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { Timestamp } from "../display/age.tsx";
import { getKycState } from "../person/kyc-labels.ts";
import { KycTag, formatName } from "../person/person.tsx";
import { RowButton } from "../records/row-button.tsx";
import { UserActionDialog, type UserAction } from "../users/user-action-dialog.tsx";
import { FrozenNotice } from "./frozen-notice.tsx";
import { UserFacts } from "./user-facts.tsx";

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
            <Tag look={user.isActive ? "gain" : "loss"}>{user.isActive ? "Active" : "Deactivated"}</Tag>
            <KycTag named state={getKycState(user)} />
          </p>
        </div>
        <UserPageActions user={user} onDone={onDone} />
      </div>
      {deactivation === null ? null : (
        <Notice look="danger" title="Deactivated">
          <p>
            <Timestamp at={deactivation.at} />
            {deactivation.by === null ? null : ` by ${formatName(deactivation.by)}`}
            {deactivation.reason === null ? ". No reason was given." : `: ${deactivation.reason}`}
          </p>
        </Notice>
      )}
      {detail.frozenAt === undefined ? null : (
        <FrozenNotice userId={user.id} frozenAt={detail.frozenAt} onDone={onDone} />
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
      <RowButton label="Adjust account" of={`of ${of}`} right="money" onClick={() => setOpen("edit")} />
      <RowButton label="Change KYC status" of={`of ${of}`} right="manage" onClick={() => setOpen("kyc")} />
      <span className="flex flex-wrap gap-2 sm:ml-2 sm:border-l sm:border-line sm:pl-4">
        {user.isActive ? (
          <RowButton label="Deactivate" of={of} right="manage" onClick={() => setOpen("deactivate")} />
        ) : (
          <RowButton label="Activate" of={of} right="manage" onClick={() => setOpen("activate")} />
        )}
        <RowButton label="Delete" of={of} look="danger" right="manage" onClick={() => setOpen("delete")} />
      </span>
      {open === null ? null : <UserActionDialog action={open} user={user} onClose={close} />}
    </div>
  );
}
