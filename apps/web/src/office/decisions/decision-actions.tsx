import { Button, type ButtonLook } from "../../ui/button.tsx";
import { DialogActions } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import * as texts from "../../messages/admin-decisions.ts";

/** The end of a decision form: the error, the cancel button and the submit button. */
export function DecisionActions({
  mutation,
  failed,
  isLocked = false,
  cancelLabel = texts.cancel,
  onCancel,
  onClose,
  submit,
}: {
  mutation: { isPending: boolean; isError: boolean; error: Error | null };
  /** Shown for an error that has no message. */
  failed: string;
  /** The dialog can only be closed. */
  isLocked?: boolean;
  cancelLabel?: string;
  onCancel: () => void;
  onClose: () => void;
  /** Without `onClick` it submits the form. */
  submit: {
    label: string;
    pendingLabel: string;
    look?: ButtonLook;
    disabled?: boolean;
    /** Why the button is disabled. */
    title?: string | undefined;
    onClick?: () => void;
  };
}) {
  const { label, pendingLabel, disabled, onClick, ...button } = submit;
  return (
    <>
      {mutation.isError ? <FailureNotice error={mutation.error} fallback={failed} /> : null}
      <DialogActions>
        {isLocked ? (
          <Button look="secondary" onClick={onClose}>
            {texts.close}
          </Button>
        ) : (
          <>
            <Button look="secondary" onClick={onCancel} disabled={mutation.isPending}>
              {cancelLabel}
            </Button>
            <Button
              {...button}
              // Not `disabled`: the button can become unavailable for a moment while it has the focus.
              aria-disabled={disabled}
              {...(onClick === undefined ? { type: "submit" as const } : { onClick })}
              pending={mutation.isPending}
              pendingLabel={pendingLabel}
            >
              {label}
            </Button>
          </>
        )}
      </DialogActions>
    </>
  );
}
