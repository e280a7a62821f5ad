import type { ExitPending } from "@wazi/contracts";
import { failureText } from "../../lib/api-client.ts";
import { classNames } from "../../lib/class-names.ts";
import { Button } from "../../ui/button.tsx";
import { Tag } from "../../ui/tag.tsx";
import { toast } from "../../ui/toast-store.ts";
import { useCancelExit } from "./api.ts";
import { formatWaitingExit } from "./exit-text.ts";
import * as texts from "../../messages/investments.ts";

/** An exit that waits for a price, and a button to cancel it. */
export function WaitingExit({ exit, botName, className }: { exit: ExitPending; botName: string; className?: string }) {
  const cancel = useCancelExit({
    onSuccess: () => toast.good(texts.exitCancelled, texts.waitingExitCancelDone({ botName })),
    onError: (error) => toast.bad(texts.error, failureText(error, texts.waitingExitCancelFailed)),
  });

  return (
    <div
      data-testid="exit-waiting"
      className={classNames("flex flex-wrap items-center justify-between gap-x-4 gap-y-2", className)}
    >
      <div className="min-w-0 grow-[99]">
        <Tag look="wait">{texts.waitingExitTag}</Tag>
        <p className="mt-1 text-14 text-muted">{formatWaitingExit(exit)}</p>
      </div>
      <Button
        look="secondary"
        className="grow"
        onClick={() => cancel.mutate(exit.id)}
        pending={cancel.isPending}
        pendingLabel={texts.cancelling}
        aria-label={texts.waitingExitCancel({ botName })}
      >
        {" "}
        {texts.cancelExit}{" "}
      </Button>
    </div>
  );
}
