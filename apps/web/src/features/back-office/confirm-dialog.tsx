import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";

/** Asks before something is done that needs no more than a yes. */
export function ConfirmDialog({
  title,
  confirmLabel,
  pendingLabel,
  look,
  mutation,
  failureDefault,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  confirmLabel: string;
  pendingLabel: string;
  look: "primary" | "danger";
  mutation: { isPending: boolean; isError: boolean; error: Error | null };
  failureDefault: string;
  onConfirm: () => void;
  onClose: () => void;
  /** What it will do, in sentences. */
  children: ReactNode;
}) {
  return (
    <Dialog title={title} onClose={onClose} busy={mutation.isPending}>
      <div className="grid gap-5">
        {children}
        {mutation.isError ? <FailureNotice error={mutation.error} fallback={failureDefault} /> : null}
        <DialogActions>
          <Button look="secondary" onClick={onClose} disabled={mutation.isPending}>
            Cancel
          </Button>
          <Button look={look} onClick={onConfirm} pending={mutation.isPending} pendingLabel={pendingLabel}>
            {confirmLabel}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
