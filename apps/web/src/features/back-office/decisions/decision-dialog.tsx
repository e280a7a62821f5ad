import type { KeyboardEvent, ReactNode } from "react";
import { Dialog } from "../../../ui/dialog.tsx";

/** Of a form beside what it is about: a rule above its buttons would begin in the gutter and cross half of the dialog. */
export const BESIDE_FACTS = "lg:**:data-actions:border-t-0";

/** Of a form in such a dialog: its buttons lie at the bottom, however much shorter it is than the facts beside it. */
export const DECISION_FORM = `flex flex-col gap-5 *:last:mt-auto ${BESIDE_FACTS}`;

/**
 * A record and the decision on it: below each other, and side by side where there is room, so that what is decided on
 * stays in sight while it is.
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
  /** The buttons that lead on from the facts; null once something was chosen. */
  choice: ReactNode;
  /** The form of what was chosen. */
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
          <div ref={focusFirstField} className="grid">
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

/** A key that is held down opens a row; it must not run on through the dialog and decide. */
function ignoreRepeatedEnter(event: KeyboardEvent): void {
  if (event.key === "Enter" && event.repeat) event.preventDefault();
}

/** The button that was pressed is gone with what stood there: the focus goes on to what has come, or it would be lost. */
export function focusOnOpen(element: HTMLElement | null | undefined): void {
  // For a dialog that is opened with it, which begins there then.
  element?.setAttribute("autofocus", "");
  element?.focus();
}

/** Under a finger at the way back: a field would cover half of the screen with its keyboard. */
function focusFirstField(form: HTMLElement | null): void {
  const isPointed = window.matchMedia("(pointer: fine)").matches;
  focusOnOpen(
    form?.querySelector<HTMLElement>(isPointed ? "input:not([readonly]), textarea:not([readonly]), button" : "button"),
  );
}

function focusLastButton(choice: HTMLElement | null): void {
  focusOnOpen([...(choice?.querySelectorAll<HTMLElement>("button") ?? [])].at(-1));
}
