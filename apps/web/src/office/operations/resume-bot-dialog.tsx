import type { OperatedBot } from "@wazi/contracts";
import { InfoList } from "../../ui/info-list.tsx";
import { ConfirmDialog } from "../decisions/confirm-dialog.tsx";
import { AlreadyDoneDialog } from "../decisions/notices.tsx";
import { useResumeBot } from "./api.ts";
import { describePause, listResumeEffects } from "./labels.ts";
import * as texts from "../../messages/admin-operations.ts";

export function ResumeBotDialog({ bot, onClose }: { bot: OperatedBot; onClose: () => void }) {
  const resume = useResumeBot();

  if (bot.paused === null && !resume.isPending && !resume.isSuccess) {
    return (
      <AlreadyDoneDialog
        title={texts.resumeName({ name: bot.name })}
        what={texts.resumeNoLongerPaused}
        onClose={onClose}
      >
        {texts.resumeAlreadyDone}
      </AlreadyDoneDialog>
    );
  }
  return (
    <ConfirmDialog
      title={texts.resumeName({ name: bot.name })}
      mutation={resume}
      toInput={() => ({ params: { id: bot.id } })}
      submitLabel={texts.resumeBot}
      pendingLabel={texts.resuming}
      done={texts.resumeDone({ name: bot.name })}
      failed={texts.resumeFailed}
      onClose={onClose}
    >
      {bot.paused === null ? null : <p className="text-14 break-words text-muted">{describePause(bot.paused)}</p>}
      <InfoList items={listResumeEffects(bot)} />
    </ConfirmDialog>
  );
}
