import type { KeyboardEvent, ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import * as texts from "../../messages/admin-decisions.ts";
import type { FieldValues } from "react-hook-form";
import { DecisionForm, type DecisionFormProps } from "./decision-form.tsx";

/** Removes the rule above the buttons, which would start in the gutter beside the facts. */
export const BESIDE_FACTS = "lg:**:data-actions:border-t-0";

/** Keeps the buttons at the bottom, even if the form is shorter than the facts beside it. */
const FORM_BESIDE_FACTS = `grid *:flex *:flex-col *:*:last:mt-auto ${BESIDE_FACTS}`;

/**
 * A record and the decision on it, side by side if there is room, so that the record stays visible.
 */
export function DecisionDialog({
  title,
  onClose,
  busy,
  facts,
  choice,
  children,
}: {
  title: string;
  onClose: () => void;
  busy: boolean;
  facts: ReactNode;
  /** The buttons of the possible steps; null once a step was chosen. */
  choice: ReactNode;
  /** The form of the chosen step. */
  children: ReactNode;
}) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      busy={busy}
      className={
        choice === null
          ? "sm:w-[min(40rem,calc(100vw-2rem))] lg:w-[min(64rem,calc(100vw-2rem))]"
          : "sm:w-[min(40rem,calc(100vw-2rem))]"
      }
    >
      {choice === null ? (
        <div onKeyDown={ignoreRepeatedEnter} className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
          <div className="grid content-start gap-5">{facts}</div>
          <div ref={focusFirstField} className={FORM_BESIDE_FACTS}>
            {children}
          </div>
        </div>
      ) : (
        <div onKeyDown={ignoreRepeatedEnter} className="grid gap-5">
          {facts}
          <div ref={focusLastButton}>{choice}</div>
        </div>
      )}
    </Dialog>
  );
}

/** The buttons of the possible steps. With an obstacle, or without steps, the dialog can only be closed. */
export function StepChoice({
  obstacle,
  onClose,
  children,
}: {
  /** Why the administrator cannot decide. */
  obstacle: string | undefined;
  onClose: () => void;
  children?: ReactNode;
}) {
  return (
    <>
      {obstacle === undefined ? null : <p className="text-14 text-muted">{obstacle}</p>}
      <DialogActions>
        {obstacle === undefined && children !== undefined ? (
          children
        ) : (
          <Button look="secondary" onClick={onClose}>
            {texts.close}
          </Button>
        )}
      </DialogActions>
    </>
  );
}

/** Holding Enter opens a row. The repeated key must not confirm the dialog as well. */
function ignoreRepeatedEnter(event: KeyboardEvent): void {
  if (event.key === "Enter" && event.repeat) event.preventDefault();
}

/** The pressed button disappears with its step, so the focus moves to the new content. */
export function focusOnOpen(element: HTMLElement | null | undefined): void {
  // Has an effect when the element opens together with its dialog.
  element?.setAttribute("autofocus", "");
  element?.focus();
}

/** On touch devices the first button gets the focus, as a field would open the on-screen keyboard. */
function focusFirstField(form: HTMLElement | null): void {
  const isPointed = window.matchMedia("(pointer: fine)").matches;
  focusOnOpen(
    form?.querySelector<HTMLElement>(isPointed ? "input:not([readonly]), textarea:not([readonly]), button" : "button"),
  );
}

function focusLastButton(choice: HTMLElement | null): void {
  focusOnOpen([...(choice?.querySelectorAll<HTMLElement>("button") ?? [])].at(-1));
}

/** A decision in a dialog of its own. */
export function ConfirmDialog<Answer, Input, Values extends FieldValues = FieldValues, Body = undefined>({
  title,
  className,
  ...form
}: DecisionFormProps<Answer, Input, Values, Body> & { title: string; className?: string }) {
  return (
    <Dialog
      title={title}
      onClose={form.onClose}
      busy={form.mutation.isPending}
      {...(className === undefined ? {} : { className })}
    >
      <DecisionForm {...form} />
    </Dialog>
  );
}
