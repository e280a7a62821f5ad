import type { AdminUser } from "@wazi/contracts";
import { failureText } from "../../../lib/api-client.ts";
import { toast } from "../../../ui/toast-store.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { useDeleteUser } from "./delete-user.ts";
import { nameOf } from "../owner-cell.tsx";

const failureDefault = "Failed to delete user";

export function DeleteUserDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const remove = useDeleteUser();

  function confirm() {
    remove.mutate(
      { params: { id: user.id } },
      {
        onSuccess: () => {
          toast.good("Success", "The user is deleted.");
          onClose();
        },
        onError: (error) => toast.bad("Error", failureText(error, failureDefault)),
      },
    );
  }

  return (
    <ConfirmDialog
      title={`Delete ${nameOf(user)}?`}
      confirmLabel="Delete user"
      pendingLabel="Deleting..."
      look="danger"
      mutation={remove}
      failureDefault={failureDefault}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        Erases the personal data of <strong className="font-semibold">{user.email}</strong> and ends their sessions. It
        can&apos;t be undone. The ledger stays as it is. Who still holds money, or has something pending, can&apos;t be
        deleted.
      </p>
    </ConfirmDialog>
  );
}
