import type { AdminWithdrawal } from "@wazi/contracts";
import { failureText } from "../../../lib/api-client.ts";
import { Money } from "../../../ui/money.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { useDeleteWithdrawal } from "./delete-withdrawal.ts";
import { nameOf } from "../owner-cell.tsx";

const failureDefault = "Failed to delete withdrawal";

export function DeleteWithdrawalDialog({ withdrawal, onClose }: { withdrawal: AdminWithdrawal; onClose: () => void }) {
  const remove = useDeleteWithdrawal();
  const isPending = withdrawal.status === "pending";

  function confirm() {
    remove.mutate(
      { params: { id: withdrawal.id } },
      {
        onSuccess: () => {
          toast.good("Success", "The withdrawal is deleted.");
          onClose();
        },
        onError: (error) => toast.bad("Error", failureText(error, failureDefault)),
      },
    );
  }

  return (
    <ConfirmDialog
      title="Delete withdrawal?"
      confirmLabel="Delete withdrawal"
      pendingLabel="Deleting..."
      look="danger"
      mutation={remove}
      failureDefault={failureDefault}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        <Money value={withdrawal.amount} className="font-semibold" /> of{" "}
        <strong className="font-semibold">{nameOf(withdrawal.user)}</strong>
        {isPending
          ? " goes back to their balance at once, and nothing is paid out."
          : " has ended. It leaves this list alone: their own history and the ledger keep it."}
      </p>
    </ConfirmDialog>
  );
}
