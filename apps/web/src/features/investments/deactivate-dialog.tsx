import { formatAmount, type UserBot } from "@wazi/contracts";
import { failureText } from "../../lib/api-client.ts";
import { sumCents } from "../../lib/cents.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Money } from "../../ui/money.tsx";
import { toast } from "../../ui/toast-store.ts";
import { useDeactivateBot } from "./deactivate-bot.ts";

const failureDefault = "Failed to deactivate bot";
const row = "flex items-baseline justify-between gap-4 py-2.5";

/** Asks first, and shows what would come back at the value of now. */
export function DeactivateDialog({ position, onClose }: { position: UserBot; onClose: () => void }) {
  const deactivate = useDeactivateBot();

  function confirm() {
    deactivate.mutate(
      { body: { botId: position.botId } },
      {
        onSuccess: ({ exit }) => {
          const back = formatAmount(sumCents([exit.returned, exit.profitToUser]));
          toast.good("Bot Deactivated", `$${back} is back in your balance.`);
          onClose();
        },
        onError: (error) => toast.bad("Deactivation Failed", failureText(error, failureDefault)),
      },
    );
  }

  return (
    <Dialog title={`Deactivate ${position.name}?`} onClose={onClose} busy={deactivate.isPending}>
      <div className="grid gap-5">
        <p className="text-muted">
          The position is closed at the value of that moment, and your money goes back to your balance.
        </p>
        <dl className="-my-2 divide-y divide-line">
          <div className={row}>
            <dt className="text-muted">Your own money in it</dt>
            <dd>
              <Money value={position.allocatedAmount} />
            </dd>
          </div>
          <div className={row}>
            <dt className="text-muted">Value now, before the split</dt>
            <dd>
              <Money value={position.value} />
            </dd>
          </div>
          <div className={row}>
            <dt className="text-muted">Running profit, your share ({position.userSharePct}%)</dt>
            <dd>
              <Money value={position.runningProfit} change />
            </dd>
          </div>
          <div className={`${row} text-18 font-semibold`}>
            <dt>Comes back, about</dt>
            <dd>
              <Money value={sumCents([position.allocatedAmount, position.runningProfit])} testId="comes-back" />
            </dd>
          </div>
        </dl>
        {position.fresh ? null : (
          <p className="text-14 text-warning">
            There is no fresh price at the moment: these are the last values known.
          </p>
        )}
        {deactivate.isError ? <FailureNotice error={deactivate.error} fallback={failureDefault} /> : null}
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
