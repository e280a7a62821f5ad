import type { Passkey } from "@wazi/contracts";
import type { ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { FailureNotice } from "../../../ui/failure-notice.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { useRemoveAuthenticator, useRemovePasskey } from "./api.ts";
import * as texts from "../../../messages/second-factors.ts";

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
        {isLast ? <Notice look="warning">{texts.removeLastWarning}</Notice> : null}
        <p className="text-14 text-muted">{texts.removeEffect}</p>
        {removal.isError ? <FailureNotice error={removal.error} fallback={texts.removeNothingChanged} /> : null}
        <DialogActions>
          <Button look="secondary" onClick={onClose} disabled={removal.isPending}>
            {texts.keepIt}
          </Button>
          <Button look="danger" onClick={onConfirm} pending={removal.isPending} pendingLabel={texts.removing}>
            {texts.remove}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

export function RemoveAuthenticatorDialog({ isLast, onClose }: { isLast: boolean; onClose: () => void }) {
  const removal = useRemoveAuthenticator();
  const onSuccess = (): void => {
    toast.good(texts.authenticatorRemoved);
    onClose();
  };
  return (
    <RemoveDialog
      title={texts.authenticatorRemoveTitle}
      {...{ isLast, removal, onClose }}
      onConfirm={() => removal.mutate(undefined, { onSuccess })}
    >
      {texts.authenticatorRemoveEffect}
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
    toast.good(texts.passkeyRemoved);
    onClose();
  };
  return (
    <RemoveDialog
      title={texts.passkeyRemoveTitle}
      {...{ isLast, removal, onClose }}
      onConfirm={() => removal.mutate(passkey.id, { onSuccess })}
    >
      {texts.passkeyRemoveEffect({ name: passkey.name })}
    </RemoveDialog>
  );
}
