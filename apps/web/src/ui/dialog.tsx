import { useId, useLayoutEffect, useRef, type MouseEvent, type ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";
import { Icon } from "./icons.tsx";

/**
 * A native modal dialog: the browser keeps the focus in it, closes it on Esc and gives the focus back. It is open for as
 * long as it is mounted. While `busy`, neither Esc nor a press beside it closes it.
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

  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);

  function closeOnBackdrop(event: MouseEvent<HTMLDialogElement>) {
    if (event.target === event.currentTarget && !busy) onClose();
  }

  return (
    <dialog
      ref={element}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (!busy) onClose();
      }}
      onClose={(event) => {
        if (!event.currentTarget.open) onClose();
      }}
      onMouseDown={closeOnBackdrop}
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
        <div className="overflow-y-auto overscroll-contain p-5 sm:p-6">{children}</div>
      </div>
    </dialog>
  );
}

/** The two buttons that end a dialog: always in sight, however long what stands above them is. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="sticky -bottom-5 -mx-5 mt-1 -mb-5 flex gap-3 border-t border-line bg-surface px-5 py-4 *:flex-1 *:px-3 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:justify-end sm:px-6 sm:*:flex-none sm:*:px-5">
      {children}
    </div>
  );
}
