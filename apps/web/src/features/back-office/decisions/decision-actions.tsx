import { Button, type ButtonLook } from "../../../ui/button.tsx";
import { DialogActions } from "../../../ui/dialog.tsx";
import { FailureNotice } from "../../../ui/failure-notice.tsx";

/** How a decision's form ends: what went wrong with it, the way back, and the button that makes it. */
export function DecisionActions({
  mutation,
  failed,
  isLocked = false,
  cancelLabel = "Cancel",
  onCancel,
  onClose,
  submit,
}: {
  mutation: { isPending: boolean; isError: boolean; error: Error | null };
  /** What is said of a failure without words of its own. */
  failed: string;
  /** There is nothing left to decide: only closing is. */
  isLocked?: boolean;
  cancelLabel?: string;
  onCancel: () => void;
  onClose: () => void;
  /** Without `onClick` it sends the form that it stands in. */
  submit: {
    label: string;
    pendingLabel: string;
    look?: ButtonLook;
    disabled?: boolean;
    /** Why it can't be pressed. */
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
            Close
          </Button>
        ) : (
          <>
            <Button look="secondary" onClick={onCancel} disabled={mutation.isPending}>
              {cancelLabel}
            </Button>
            <Button
              {...button}
              // Not `disabled`: what it is pressed for can make it impossible for a moment, with the focus on it.
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
