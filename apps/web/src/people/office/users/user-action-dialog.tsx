import type { AdminUser } from "@wazi/contracts";
import { ActivateUserDialog } from "./activate-user-dialog.tsx";
import { DeactivateUserDialog } from "./deactivate-user-dialog.tsx";
import { DeleteUserDialog } from "./delete-user-dialog.tsx";
import { EditUserDialog } from "./edit-user-dialog.tsx";
import { KycStatusDialog } from "./kyc-status-dialog.tsx";

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
