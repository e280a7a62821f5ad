import { formatAmount, previewDeactivation, type UserBot } from "@wazi/contracts";
import { failureText } from "../../lib/api-client.ts";
import { sumCents } from "../../lib/cents.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { toast } from "../../ui/toast-store.ts";
import { useDeactivateBot, useExitPreview } from "./api.ts";
import { ExitPreviewBox } from "./exit-preview-box.tsx";
import { formatExitWaiting } from "./exit-text.ts";
import * as texts from "../../messages/investments.ts";

const FAILURE_DEFAULT = texts.deactivateFailed;

/** Asks for confirmation and shows what the investor would receive now. */
export function DeactivateDialog({ position, onClose }: { position: UserBot; onClose: () => void }) {
  const deactivate = useDeactivateBot();
  const body = { botId: position.botId };
  const preview = useExitPreview(previewDeactivation, body, deactivate.isPending);

  function confirm() {
    deactivate.mutate(
      { body },
      {
        onSuccess: (answer) => {
          if ("exitPending" in answer) {
            toast.good(texts.exitWaiting, formatExitWaiting([position.name]));
          } else {
            const back = formatAmount(sumCents([answer.exit.returned, answer.exit.profitToUser]));
            toast.good(texts.botDeactivated, texts.deactivateDone({ back }));
          }
          onClose();
        },
        onError: (error) => toast.bad(texts.deactivationFailed, failureText(error, FAILURE_DEFAULT)),
      },
    );
  }

  return (
    <Dialog title={texts.deactivateTitle({ name: position.name })} onClose={onClose} busy={deactivate.isPending}>
      <div className="grid gap-5">
        <p className="text-muted">{texts.deactivateEffect}</p>
        <ExitPreviewBox query={preview} />
        {deactivate.isError ? <FailureNotice error={deactivate.error} fallback={FAILURE_DEFAULT} /> : null}
        <DialogActions>
          <Button look="secondary" onClick={onClose} disabled={deactivate.isPending}>
            {texts.deactivateKeep}
          </Button>
          <Button look="danger" onClick={confirm} pending={deactivate.isPending} pendingLabel={texts.deactivating}>
            {texts.deactivateBot}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
