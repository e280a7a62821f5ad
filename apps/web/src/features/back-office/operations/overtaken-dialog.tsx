import type { ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";

/** Takes a dialog's place when somebody else has meanwhile done what it would do: there is nothing left but to close it. */
export function OvertakenDialog({
  title,
  what,
  onClose,
  children,
}: {
  title: string;
  /** How things stand now, such as "Already paused". */
  what: string;
  onClose: () => void;
  /** Who did it, when and why. */
  children: ReactNode;
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="grid gap-5">
        <Notice look="warning" role="alert" title={what}>
          <p className="break-words">{children}</p>
        </Notice>
        <DialogActions>
          <Button look="secondary" onClick={onClose}>
            Close
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
