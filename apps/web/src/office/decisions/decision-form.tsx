import type { Call } from "@wazi/contracts";
import type { ReactNode, SyntheticEvent } from "react";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { getFirstMessage, showFieldErrors } from "../../lib/forms.ts";
import type { LastingMutation } from "../../lib/call-mutation.ts";
import { Button, type ButtonLook } from "../../ui/button.tsx";
import { DialogActions } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { toast } from "../../ui/toast-store.ts";
import { useSubmitDecision } from "./use-decision.ts";
import * as texts from "../../messages/admin-decisions.ts";

/** The place of a form in its dialog. */
export interface DecisionFrame {
  /** Decided elsewhere: the input stays readable, and the dialog can only be closed. */
  isLocked?: boolean;
  cancelLabel?: string;
  /** By default it closes the dialog. */
  onCancel?: () => void;
  onClose: () => void;
}

export interface DecisionFormProps<
  Answer,
  Input,
  Values extends FieldValues = FieldValues,
  Body = undefined,
> extends DecisionFrame {
  mutation: LastingMutation<Answer, Input>;
  /** The fields and their rules; absent if there are none, or if `toInput` checks them. */
  form?: UseFormReturn<Values, unknown, Body>;
  /** The input of the call; undefined if it is incomplete, which has then been shown. */
  toInput: (body: Body) => NoInfer<Input> | undefined;
  /** The calls that are read again after a refusal. */
  shown?: readonly Call[];
  submitLabel: string;
  pendingLabel: string;
  look?: ButtonLook;
  /** Why it cannot be submitted yet; `true` if the content says why. */
  notYet?: string | boolean | undefined;
  /** Shown on success. */
  done: string | ((answer: Answer, body: Body) => string);
  /** Shown for an error that has no message. */
  failed: string;
  /** By default it closes the dialog. */
  onDone?: () => void;
  /** The effects and the fields. */
  children?: ReactNode;
}

/** One decision: its effects and fields, the error of the last try, and the buttons to cancel and to submit. */
export function DecisionForm<Answer, Input, Values extends FieldValues = FieldValues, Body = undefined>({
  mutation,
  form,
  toInput,
  shown = [],
  submitLabel,
  pendingLabel,
  look,
  notYet,
  done,
  failed,
  isLocked = false,
  cancelLabel = texts.cancel,
  onClose,
  onCancel = onClose,
  onDone = onClose,
  children,
}: DecisionFormProps<Answer, Input, Values, Body>) {
  const decide = useSubmitDecision(shown);

  async function send(body: Body): Promise<void> {
    const input = toInput(body);
    if (input === undefined) return;
    const words = { done: typeof done === "string" ? done : (answer: Answer) => done(answer, body), failed };
    await decide(() => mutation.mutateAsync(input), words, {
      onDone,
      onFailed: (failure) => {
        if (form === undefined) return;
        showFieldErrors(failure, form.setError, Object.keys(form.getValues()) as FieldPath<Values>[]);
      },
    });
  }

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (form === undefined) void send(undefined as Body);
    else void form.handleSubmit(send, (invalid) => toast.bad(texts.error, getFirstMessage(invalid)))();
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {children}
      {mutation.isError ? <FailureNotice error={mutation.error} fallback={failed} /> : null}
      <DialogActions>
        {isLocked ? (
          <Button look="secondary" onClick={onClose}>
            {texts.close}
          </Button>
        ) : (
          <>
            <Button look="secondary" onClick={onCancel} disabled={mutation.isPending}>
              {cancelLabel}
            </Button>
            <Button
              type="submit"
              {...(look === undefined ? {} : { look })}
              // Not `disabled`: the button can become unavailable for a moment while it has the focus.
              aria-disabled={notYet !== undefined && notYet !== false}
              title={typeof notYet === "string" ? notYet : undefined}
              pending={mutation.isPending}
              pendingLabel={pendingLabel}
            >
              {submitLabel}
            </Button>
          </>
        )}
      </DialogActions>
    </form>
  );
}
