import { useId, useLayoutEffect, useRef, useState, type MouseEvent, type ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";
import { Icon } from "./icons.tsx";
import * as texts from "../messages/shared.ts";

/**
 * A native modal dialog, open while mounted. The browser traps the focus, closes the dialog on Esc and restores the
 * focus. While `busy`, it cannot be closed. After input, a press outside does not close it, and only a second Esc does.
 * The focus starts at the first field, or else at the first action.
 */
export function Dialog({
  title,
  onClose,
  busy = false,
  className,
  children,
}: {
  title: string;
  onClose: () => void;
  busy?: boolean;
  /** For a width other than that of a short form. */
  className?: string;
  children: ReactNode;
}) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [entry, setEntry] = useState<"none" | "made" | "at risk">("none");

  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    if (dialog !== null) focusFirst(dialog);
    return () => dialog?.close();
  }, []);

  // The focused element may have been removed.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) element.current?.focus();
  });

  function leave(isMeant: boolean) {
    if (busy) return;
    if (entry === "none" || isMeant || !element.current?.querySelector("form")) onClose();
    else setEntry("at risk");
  }

  function leaveByBackdrop(event: MouseEvent<HTMLDialogElement>) {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    leave(false);
  }

  return (
    <dialog
      ref={element}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        leave(entry === "at risk");
      }}
      onClose={(event) => {
        if (!event.currentTarget.open) onClose();
      }}
      onInput={() => setEntry("made")}
      onMouseDown={leaveByBackdrop}
      tabIndex={-1}
      className={classNames("dialog arrives", className)}
    >
      <div className="flex max-h-[inherit] flex-col">
        <header className="flex items-start justify-between gap-4 border-b border-line py-2 pr-2 pl-5 sm:pl-6">
          <h2 id={titleId} className="py-2 text-18 leading-7">
            {title}
          </h2>
          <button
            type="button"
            aria-label={texts.close}
            disabled={busy}
            onClick={onClose}
            className="flex size-11 shrink-0 items-center justify-center rounded-sm text-muted hover:bg-sunken hover:text-ink"
          >
            <Icon name="close" />
          </button>
        </header>
        {entry === "at risk" ? (
          <p role="alert" className="bg-accent-tint px-5 py-2 text-14 sm:px-6">
            {texts.dialogUnsaved}
          </p>
        ) : null}
        <div className="overflow-y-auto overscroll-contain p-5 sm:p-6">{children}</div>
      </div>
    </dialog>
  );
}

/** On touch screens the dialog itself gets the focus, because a field would open the keyboard. */
function focusFirst(dialog: HTMLDialogElement): void {
  if (dialog.querySelector("[autofocus]") !== null) return;
  const first = window.matchMedia("(pointer: fine)").matches
    ? (dialog.querySelector<HTMLElement>(FIELD) ?? dialog.querySelector<HTMLElement>("[data-actions] button"))
    : dialog;
  first?.focus();
}

/** The checked button of a radio group. */
const FIELD = "input:not([readonly], [type=radio]:not(:checked)), select, textarea:not([readonly])";

/** The two buttons at the end of a dialog. They stay visible while the content scrolls. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div
      data-actions=""
      className="sticky -bottom-5 -mx-5 mt-1 -mb-5 flex gap-3 border-t border-line bg-surface px-5 py-4 *:flex-1 *:px-3 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:justify-end sm:px-6 sm:*:flex-none sm:*:px-5"
    >
      {children}
    </div>
  );
}
