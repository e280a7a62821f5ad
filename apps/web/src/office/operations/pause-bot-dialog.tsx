import { pauseBot, type OperatedBot } from "@wazi/contracts";
import { useForm } from "react-hook-form";
import { failureText } from "../../lib/api-client.ts";
import { getFirstMessage, onSubmit } from "../../lib/forms.ts";
import { schemaResolver } from "../../lib/schema-resolver.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { InfoList } from "../../ui/info-list.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";
import { toast } from "../../ui/toast-store.ts";
import { AlreadyDoneDialog } from "../decisions/notices.tsx";
import { usePauseBot } from "./api.ts";
import { describePause, listPauseEffects } from "./labels.ts";
import * as texts from "../../messages/admin-operations.ts";

const FAILURE_DEFAULT = texts.failedToPauseTheBot;

/**
 * Asks for a reason, after showing the effects. `bot` is the latest state: another administrator may have paused it.
 */
export function PauseBotDialog({ bot, onClose }: { bot: OperatedBot; onClose: () => void }) {
  const pause = usePauseBot();
  const form = useForm({ resolver: schemaResolver(pauseBot.body), defaultValues: { reason: "" } });
  const { errors } = form.formState;

  const submit = form.handleSubmit(
    async (body) => {
      try {
        await pause.mutateAsync({ params: { id: bot.id }, body });
        toast.good(texts.success, texts.nameIsPaused({ name: bot.name }));
        onClose();
      } catch (failure) {
        toast.bad(texts.error, failureText(failure, FAILURE_DEFAULT));
      }
    },
    (invalid) => toast.bad(texts.error, getFirstMessage(invalid)),
  );

  if (bot.status !== "trading" && !pause.isPending && !pause.isSuccess) {
    return (
      <AlreadyDoneDialog
        title={texts.pauseName({ name: bot.name })}
        what={bot.paused === null ? texts.noLongerTrading : texts.alreadyPaused}
        onClose={onClose}
      >
        {bot.paused === null ? texts.itCannotPausedNothingChanged : describePause(bot.paused)}
      </AlreadyDoneDialog>
    );
  }
  return (
    <Dialog title={texts.pauseName({ name: bot.name })} onClose={onClose} busy={pause.isPending}>
      <form noValidate onSubmit={onSubmit(submit)} className="grid gap-5">
        <InfoList items={listPauseEffects(bot)} />
        <TextAreaField
          label={texts.reason}
          hint={texts.savedInAuditLogAnd}
          autoComplete="off"
          maxLength={500}
          error={errors.reason?.message}
          {...form.register("reason")}
        />
        {pause.isError ? <FailureNotice error={pause.error} fallback={FAILURE_DEFAULT} /> : null}
        <DialogActions>
          <Button look="secondary" onClick={onClose} disabled={pause.isPending}>
            {texts.cancel}
          </Button>
          <Button type="submit" pending={pause.isPending} pendingLabel={texts.pausing}>
            {texts.pauseBot}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
