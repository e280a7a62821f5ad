import { getUser, unfreezeUser } from "@wazi/contracts";
import { failureText } from "../../../lib/api-client.ts";
import { Notice } from "../../../ui/notice.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { useAdminMutation } from "../access/admin-mutation.ts";
import { Timestamp } from "../display/age.tsx";
import { RowButton } from "../records/row-button.tsx";

/** Says that the owner froze the account, and ends the freeze for an owner who cannot read their mail. */
export function FrozenNotice({ userId, frozenAt, onDone }: { userId: string; frozenAt: string; onDone: () => void }) {
  const unfreeze = useAdminMutation(unfreezeUser, [getUser]);
  function confirm(): void {
    unfreeze.mutate(
      { params: { id: userId } },
      {
        onSuccess: () => {
          toast.good("Success", "The account is no longer frozen. The user is told by mail.");
          onDone();
        },
        onError: (error) => toast.bad("Error", failureText(error, "Failed to end the freeze")),
      },
    );
  }
  return (
    <Notice look="warning" title="Frozen by its owner">
      <p className="mb-3">
        <Timestamp at={frozenAt} />, with the link in a mail. No one can sign in, and withdrawals wait. A password reset
        by mail ends it. End it here only when you are sure who asks for it.
      </p>
      <RowButton label="End freeze" of="of this account" right="manage" onClick={confirm} />
    </Notice>
  );
}
