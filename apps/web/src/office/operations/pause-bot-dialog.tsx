import { pauseBot, type OperatedBot } from "@wazi/contracts";
import { useForm } from "react-hook-form";
import { schemaResolver } from "../../lib/schema-resolver.ts";
import { InfoList } from "../../ui/info-list.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";
import { bindFields } from "../decisions/bind-fields.ts";
import { AlreadyDoneDialog } from "../decisions/notices.tsx";
import { ConfirmDialog } from "../decisions/confirm-dialog.tsx";
import { usePauseBot } from "./api.ts";
import { describePause, listPauseEffects } from "./labels.ts";
import * as texts from "../../messages/admin-operations.ts";

/**
 * Asks for a reason, after showing the effects. `bot` is the latest state: another administrator may have paused it.
 */
export function PauseBotDialog({ bot, onClose }: { bot: OperatedBot; onClose: () => void }) {
  const pause = usePauseBot();
  const form = useForm({ resolver: schemaResolver(pauseBot.body), defaultValues: { reason: "" } });
  const field = bindFields(form);

  if (bot.status !== "trading" && !pause.isPending && !pause.isSuccess) {
    return (
      <AlreadyDoneDialog
        title={texts.pauseName({ name: bot.name })}
        what={bot.paused === null ? texts.pauseNoLongerTrading : texts.alreadyPaused}
        onClose={onClose}
      >
        {bot.paused === null ? texts.pauseNotPossible : describePause(bot.paused)}
      </AlreadyDoneDialog>
    );
  }
  return (
    <ConfirmDialog
      title={texts.pauseName({ name: bot.name })}
      mutation={pause}
      form={form}
      toInput={(body) => ({ params: { id: bot.id }, body })}
      submitLabel={texts.pauseBot}
      pendingLabel={texts.pausing}
      done={texts.pauseDone({ name: bot.name })}
      failed={texts.pauseFailed}
      onClose={onClose}
    >
      <InfoList items={listPauseEffects(bot)} />
      <TextAreaField
        label={texts.reason}
        hint={texts.pauseReasonHint}
        autoComplete="off"
        maxLength={500}
        {...field("reason")}
      />
    </ConfirmDialog>
  );
}
