import { useId, useLayoutEffect, useRef, useState, type MouseEvent, type ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";
import { Icon } from "./icons.tsx";

/**
 * A native modal dialog: the browser keeps the focus in it, closes it on Esc and gives the focus back. It is open for as
 * long as it is mounted. While `busy`, neither Esc nor a press beside it closes it. Once something was entered, a press
 * beside it never does, and Esc does so the second time only. It begins at its first field, or else at its first action.
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
  /** Where another width than that of a short form is needed. */
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

  // What had the focus may be gone from it.
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
            aria-label="Close"
            disabled={busy}
            onClick={onClose}
            className="flex size-11 shrink-0 items-center justify-center rounded-sm text-muted hover:bg-sunken hover:text-ink"
          >
            <Icon name="close" />
          </button>
        </header>
        {entry === "at risk" ? (
          <p role="alert" className="bg-accent-tint px-5 py-2 text-14 sm:px-6">
            Your entries will be lost. To close anyway, press Esc or the close button.
          </p>
        ) : null}
        <div className="overflow-y-auto overscroll-contain p-5 sm:p-6">{children}</div>
      </div>
    </dialog>
  );
}

/** Under a finger at the dialog itself: a field would cover half of the screen with its keyboard. */
function focusFirst(dialog: HTMLDialogElement): void {
  if (dialog.querySelector("[autofocus]") !== null) return;
  const first = window.matchMedia("(pointer: fine)").matches
    ? (dialog.querySelector<HTMLElement>(FIELD) ?? dialog.querySelector<HTMLElement>("[data-actions] button"))
    : dialog;
  first?.focus();
}

/** Of several radio buttons the one that is chosen. */
const FIELD = "input:not([readonly], [type=radio]:not(:checked)), select, textarea:not([readonly])";

/** The two buttons that end a dialog: always in sight, however long what stands above them is. */
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
