import type { Passkey } from "@wazi/contracts";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toast-store.ts";
import { useRemoveAuthenticator, useRemovePasskey } from "./api.ts";

function RemoveDialog({
  title,
  isLast,
  removal,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  /** True if the account has no other second factor. */
  isLast: boolean;
  removal: { isPending: boolean; isError: boolean; error: Error | null };
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog title={title} onClose={onClose} busy={removal.isPending}>
      <div className="grid gap-5">
        <p className="text-muted">{children}</p>
        {isLast ? (
          <Notice look="warning">
            Afterwards your password alone opens your account. Recovery codes stop working.
          </Notice>
        ) : null}
        <p className="text-14 text-muted">Your other devices are signed out, and withdrawals wait for 24 hours.</p>
        {removal.isError ? <FailureNotice error={removal.error} fallback="Nothing was changed." /> : null}
        <DialogActions>
          <Button look="secondary" onClick={onClose} disabled={removal.isPending}>
            Keep it
          </Button>
          <Button look="danger" onClick={onConfirm} pending={removal.isPending} pendingLabel="Removing...">
            Remove
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

export function RemoveAuthenticatorDialog({ isLast, onClose }: { isLast: boolean; onClose: () => void }) {
  const removal = useRemoveAuthenticator();
  const onSuccess = (): void => {
    toast.good("Authenticator App Removed");
    onClose();
  };
  return (
    <RemoveDialog
      title="Remove the authenticator app?"
      {...{ isLast, removal, onClose }}
      onConfirm={() => removal.mutate(undefined, { onSuccess })}
    >
      Wazi no longer asks for its codes. You can then delete the entry in your app.
    </RemoveDialog>
  );
}

export function RemovePasskeyDialog({
  passkey,
  isLast,
  onClose,
}: {
  passkey: Passkey;
  isLast: boolean;
  onClose: () => void;
}) {
  const removal = useRemovePasskey();
  const onSuccess = (): void => {
    toast.good("Passkey Removed");
    onClose();
  };
  return (
    <RemoveDialog
      title="Remove this passkey?"
      {...{ isLast, removal, onClose }}
      onConfirm={() => removal.mutate(passkey.id, { onSuccess })}
    >
      You can no longer sign in with “{passkey.name}”. You can then delete it on your device, too.
    </RemoveDialog>
  );
}
