import type { ReactNode, SyntheticEvent } from "react";
import { Dialog } from "../../../ui/dialog.tsx";
import { DecisionActions } from "./decision-actions.tsx";

/** Asks before something is done that needs no more than a yes. */
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
  /** It can't be done (any more): only closing is left. */
  isLocked?: boolean;
  /** Why it can't be confirmed yet; undefined where it can. */
  notYet?: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
  /** What it will do, in sentences. */
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
