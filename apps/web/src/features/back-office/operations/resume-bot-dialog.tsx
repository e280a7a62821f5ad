import type { OperatedBot } from "@wazi/contracts";
import { failureText } from "../../../lib/api-client.ts";
import { InfoList } from "../../../ui/info-list.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { ConfirmDialog } from "../decisions/confirm-dialog.tsx";
import { AlreadyDoneDialog } from "../decisions/notices.tsx";
import { useResumeBot } from "./api.ts";
import { describePause, listResumeEffects } from "./labels.ts";

const FAILURE_DEFAULT = "Failed to resume the bot";

export function ResumeBotDialog({ bot, onClose }: { bot: OperatedBot; onClose: () => void }) {
  const resume = useResumeBot();

  function confirm() {
    resume.mutate(
      { params: { id: bot.id } },
      {
        onSuccess: () => {
          toast.good("Success", `${bot.name} is resumed.`);
          onClose();
        },
        onError: (error) => toast.bad("Error", failureText(error, FAILURE_DEFAULT)),
      },
    );
  }

  if (bot.paused === null && !resume.isPending && !resume.isSuccess) {
    return (
      <AlreadyDoneDialog title={`Resume ${bot.name}?`} what="No longer paused" onClose={onClose}>
        It has already been resumed. The audit log shows who resumed it.
      </AlreadyDoneDialog>
    );
  }
  return (
    <ConfirmDialog
      title={`Resume ${bot.name}?`}
      confirmLabel="Resume bot"
      pendingLabel="Resuming..."
      look="primary"
      mutation={resume}
      failureDefault={FAILURE_DEFAULT}
      onConfirm={confirm}
      onClose={onClose}
    >
      {bot.paused === null ? null : <p className="text-14 break-words text-muted">{describePause(bot.paused)}</p>}
      <InfoList items={listResumeEffects(bot)} />
    </ConfirmDialog>
  );
}
