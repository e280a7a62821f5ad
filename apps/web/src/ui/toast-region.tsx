import { useEffect, useRef } from "react";
import { classNames } from "../lib/class-names.ts";
import { toast as toasts, useToast } from "./toast-store.ts";
import * as texts from "../messages/shared.ts";

/** The place of the toast, in the top layer, so that it is visible above an open dialog. */
export default function ToastRegion() {
  const toast = useToast();
  const place = useRef<HTMLDivElement>(null);
  const shownId = toast?.id;

  useEffect(() => {
    const element = place.current;
    if (element === null || !("showPopover" in element)) return;
    if (element.matches(":popover-open")) element.hidePopover();
    if (shownId !== undefined) element.showPopover();
  }, [shownId]);

  return (
    <div ref={place} popover="manual" role="status" aria-live="polite" className="toast-place">
      {toast === null ? null : (
        <div
          key={toast.id}
          className={classNames(
            "arrives relative rounded-md border border-l-4 border-line bg-surface px-4 py-3 text-ink shadow-raised",
            toast.tone === "good" ? "border-l-gain" : "border-l-loss pr-14",
          )}
        >
          <p className="font-semibold">{toast.title}</p>
          {toast.text === undefined ? null : <p className="text-14 text-muted">{toast.text}</p>}
          {toast.tone === "good" ? null : (
            <button
              type="button"
              aria-label={texts.toastDismiss}
              onClick={() => toasts.dismiss()}
              className="pointer-events-auto absolute top-1 right-1 size-11 text-20 text-muted hover:text-ink"
            >
              ×
            </button>
          )}
        </div>
      )}
    </div>
  );
}
