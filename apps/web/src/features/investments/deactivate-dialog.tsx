import { formatAmount, previewDeactivation, type UserBot } from "@wazi/contracts";
import { failureText } from "../../lib/api-client.ts";
import { sumCents } from "../../lib/cents.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { toast } from "../../ui/toast-store.ts";
import { useExitPreview } from "./api.ts";
import { useDeactivateBot } from "./bots-api.ts";
import { ExitPreviewBox } from "./exit-preview-box.tsx";
import { formatExitWaiting } from "./exit-text.ts";

const FAILURE_DEFAULT = "Failed to deactivate bot";

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
            toast.good("Exit Waiting", formatExitWaiting([position.name]));
          } else {
            const back = formatAmount(sumCents([answer.exit.returned, answer.exit.profitToUser]));
            toast.good("Bot Deactivated", `$${back} is back in your balance.`);
          }
          onClose();
        },
        onError: (error) => toast.bad("Deactivation Failed", failureText(error, FAILURE_DEFAULT)),
      },
    );
  }

  return (
    <Dialog title={`Deactivate ${position.name}?`} onClose={onClose} busy={deactivate.isPending}>
      <div className="grid gap-5">
        <p className="text-muted">The position closes at its current value, and your money returns to your balance.</p>
        <ExitPreviewBox query={preview} />
        {deactivate.isError ? <FailureNotice error={deactivate.error} fallback={FAILURE_DEFAULT} /> : null}
        <DialogActions>
          <Button look="secondary" onClick={onClose} disabled={deactivate.isPending}>
            Keep it active
          </Button>
          <Button look="danger" onClick={confirm} pending={deactivate.isPending} pendingLabel="Deactivating...">
            Deactivate bot
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
