import type { AdminRight, AdminUser } from "@wazi/contracts";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { neededRole, useMayDo } from "../admin-rights.ts";
import { UserActionDialog, type UserAction } from "../users/user-actions.tsx";

/** What can be done with a user, each in a dialog that says what it will do. What one's role doesn't allow says so. */
export function UserPageActions({ user, onDone }: { user: AdminUser; onDone: () => void }) {
  const [open, setOpen] = useState<UserAction | null>(null);
  const close = (): void => {
    setOpen(null);
    onDone();
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Action label="Edit money" right="money" onClick={() => setOpen("edit")} />
      <Action label="KYC status" right="manage" onClick={() => setOpen("kyc")} />
      {user.isActive ? (
        <Action label="Deactivate" right="manage" onClick={() => setOpen("deactivate")} />
      ) : (
        <Action label="Activate" right="manage" onClick={() => setOpen("activate")} />
      )}
      <Action label="Delete" right="manage" onClick={() => setOpen("delete")} isDangerous />
      {open === null ? null : <UserActionDialog action={open} user={user} onClose={close} />}
    </div>
  );
}

function Action({
  label,
  right,
  isDangerous = false,
  onClick,
}: {
  label: string;
  right: AdminRight;
  isDangerous?: boolean;
  onClick: () => void;
}) {
  const mayDo = useMayDo(right);
  return (
    <Button
      look="secondary"
      disabled={!mayDo}
      title={mayDo ? undefined : neededRole[right]}
      onClick={onClick}
      className={`px-3 text-14 pointer-fine:min-h-9 ${isDangerous ? "text-loss hover:border-loss hover:text-loss" : ""}`}
    >
      {label}
      {mayDo ? null : <span className="sr-only">. {neededRole[right]}</span>}
    </Button>
  );
}
