import type { ReactNode, SyntheticEvent } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { DecisionActions } from "./decision-actions.tsx";

/** Asks for a plain confirmation. */
export function ConfirmDialog({
  title,
  confirmLabel,
  pendingLabel,
  look,
  mutation,
  failureDefault,
  isLocked = false,
  notYet,
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
  /** The dialog can only be closed. */
  isLocked?: boolean;
  /** Why it cannot be confirmed yet; undefined if it can. */
  notYet?: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
  /** The effects. */
  children: ReactNode;
}) {
  function submit(event: SyntheticEvent) {
    event.preventDefault();
    onConfirm();
  }

  return (
    <Dialog title={title} onClose={onClose} busy={mutation.isPending}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        {children}
        <DecisionActions
          mutation={mutation}
          failed={failureDefault}
          isLocked={isLocked}
          onCancel={onClose}
          onClose={onClose}
          submit={{
            label: confirmLabel,
            pendingLabel,
            look,
            disabled: notYet !== undefined,
            title: notYet,
          }}
        />
      </form>
    </Dialog>
  );
}
