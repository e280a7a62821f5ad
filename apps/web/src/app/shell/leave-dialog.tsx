import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import * as texts from "../../messages/shell.ts";

export interface LeaveQuestionProps {
  isPending: boolean;
  onLeave: () => void;
  onClose: () => void;
}

/** The homepage is for visitors: asks before it signs anyone out. */
export default function LeaveDialog({ isPending, onLeave, onClose }: LeaveQuestionProps) {
  return (
    <Dialog title={texts.leaveTitle} onClose={onClose} busy={isPending}>
      <div className="grid gap-5">
        <p className="text-muted">{texts.leaveText}</p>
        <DialogActions>
          <Button look="secondary" onClick={onClose} disabled={isPending}>
            {texts.leaveStay}
          </Button>
          <Button onClick={onLeave} pending={isPending} pendingLabel={texts.signingOut}>
            {texts.leaveSubmit}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
