import type { AdminUser } from "@wazi/contracts";
import { useState } from "react";
import { nameOf } from "../owner-cell.tsx";
import { RowButton } from "../records/row-button.tsx";
import { UserActionDialog, type UserAction } from "../users/user-actions.tsx";

/** What can be done with a user, each in a dialog that says what it will do. What one's role doesn't allow says so. */
export function UserPageActions({ user, onDone }: { user: AdminUser; onDone: () => void }) {
  const [open, setOpen] = useState<UserAction | null>(null);
  const of = nameOf(user);
  const close = (): void => {
    setOpen(null);
    onDone();
  };
  return (
    <div className="flex flex-wrap gap-2">
      <RowButton label="Edit money" of={`of ${of}`} right="money" onClick={() => setOpen("edit")} />
      <RowButton label="KYC status" of={`of ${of}`} right="manage" onClick={() => setOpen("kyc")} />
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
