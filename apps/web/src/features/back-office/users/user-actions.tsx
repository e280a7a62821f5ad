import type { AdminUser } from "@wazi/contracts";
import { Button } from "../../../ui/button.tsx";
import { ActivateUserDialog } from "./activate-user-dialog.tsx";
import { DeactivateUserDialog } from "./deactivate-user-dialog.tsx";
import { DeleteUserDialog } from "./delete-user-dialog.tsx";
import { EditUserDialog } from "./edit-user-dialog.tsx";
import { KycStatusDialog } from "./kyc-status-dialog.tsx";
import { nameOf } from "../owner-cell.tsx";

export type UserAction = "edit" | "kyc" | "deactivate" | "activate" | "delete";

const dialogs = {
  edit: EditUserDialog,
  kyc: KycStatusDialog,
  deactivate: DeactivateUserDialog,
  activate: ActivateUserDialog,
  delete: DeleteUserDialog,
} as const;

export function UserActionDialog({
  action,
  user,
  onClose,
}: {
  action: UserAction;
  user: AdminUser;
  onClose: () => void;
}) {
  const OpenDialog = dialogs[action];
  return <OpenDialog user={user} onClose={onClose} />;
}

/** What can be done with a user; deactivating is offered for active ones only. */
export function UserActions({ user, onChoose }: { user: AdminUser; onChoose: (action: UserAction) => void }) {
  const name = nameOf(user);
  return (
    <span className="inline-flex flex-wrap justify-end gap-2 lg:flex-nowrap">
      <Button look="secondary" className="px-3 text-14" aria-label={`Edit ${name}`} onClick={() => onChoose("edit")}>
        Edit
      </Button>
      {user.isActive ? (
        <Button
          look="quiet"
          className="px-3 text-14"
          aria-label={`Deactivate ${name}`}
          onClick={() => onChoose("deactivate")}
        >
          Deactivate
        </Button>
      ) : (
        <Button
          look="quiet"
          className="px-3 text-14"
          aria-label={`Activate ${name}`}
          onClick={() => onChoose("activate")}
        >
          Activate
        </Button>
      )}
      <Button look="quiet" className="px-3 text-14" aria-label={`Delete ${name}`} onClick={() => onChoose("delete")}>
        Delete
      </Button>
    </span>
  );
}
