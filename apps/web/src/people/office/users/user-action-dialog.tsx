import type { AdminUser } from "@wazi/contracts";
import type { RecordDialogProps } from "../../../office/records/record-screen.tsx";
import { ActivateUserDialog } from "./activate-user-dialog.tsx";
import { DeactivateUserDialog } from "./deactivate-user-dialog.tsx";
import { DeleteUserDialog } from "./delete-user-dialog.tsx";
import { EditUserDialog } from "./edit-user-dialog.tsx";
import { KycStatusDialog } from "./kyc-status-dialog.tsx";

const dialogs = {
  edit: EditUserDialog,
  kyc: KycStatusDialog,
  deactivate: DeactivateUserDialog,
  activate: ActivateUserDialog,
  delete: DeleteUserDialog,
} as const;

export type UserAction = keyof typeof dialogs;

export function UserActionDialog({ step, row, onClose }: RecordDialogProps<AdminUser, UserAction>) {
  const OpenDialog = dialogs[step];
  return <OpenDialog user={row} onClose={onClose} />;
}
