import type { AdminUser } from "@wazi/contracts";
import { failureText } from "../../../lib/api-client.ts";
import { toast } from "../../../ui/toast-store.ts";
import { useActivateUser } from "./activate-user.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { nameOf } from "../owner-cell.tsx";

const failureDefault = "Failed to activate user";

export function ActivateUserDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const activate = useActivateUser();

  function confirm() {
    activate.mutate(
      { params: { id: user.id } },
      {
        onSuccess: () => {
          toast.good("Success", `${nameOf(user)} is active again.`);
          onClose();
        },
        onError: (error) => toast.bad("Error", failureText(error, failureDefault)),
      },
    );
  }

  return (
    <ConfirmDialog
      title={`Activate ${nameOf(user)}?`}
      confirmLabel="Activate user"
      pendingLabel="Activating..."
      look="primary"
      mutation={activate}
      failureDefault={failureDefault}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>Deposits, bots and transfers are open to them again. Bots that were closed stay closed.</p>
    </ConfirmDialog>
  );
}
