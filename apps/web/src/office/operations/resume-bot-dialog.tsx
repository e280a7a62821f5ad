import type { OperatedBot } from "@wazi/contracts";
import { failureText } from "../../lib/api-client.ts";
import { InfoList } from "../../ui/info-list.tsx";
import { toast } from "../../ui/toast-store.ts";
import { ConfirmDialog } from "../decisions/confirm-dialog.tsx";
import { AlreadyDoneDialog } from "../decisions/notices.tsx";
import { useResumeBot } from "./api.ts";
import { describePause, listResumeEffects } from "./labels.ts";
import * as texts from "../../messages/admin-operations.ts";

const FAILURE_DEFAULT = texts.failedToResumeTheBot;

export function ResumeBotDialog({ bot, onClose }: { bot: OperatedBot; onClose: () => void }) {
  const resume = useResumeBot();

  function confirm() {
    resume.mutate(
      { params: { id: bot.id } },
      {
        onSuccess: () => {
          toast.good(texts.success, texts.nameIsResumed({ name: bot.name }));
          onClose();
        },
        onError: (error) => toast.bad(texts.error, failureText(error, FAILURE_DEFAULT)),
      },
    );
  }

  if (bot.paused === null && !resume.isPending && !resume.isSuccess) {
    return (
      <AlreadyDoneDialog title={texts.resumeName({ name: bot.name })} what={texts.noLongerPaused} onClose={onClose}>
        {texts.itHasAlreadyResumedAudit}
      </AlreadyDoneDialog>
    );
  }
  return (
    <ConfirmDialog
      title={texts.resumeName({ name: bot.name })}
      confirmLabel={texts.resumeBot}
      pendingLabel={texts.resuming}
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
