import { useEffect, useRef } from "react";
import { classNames } from "../lib/class-names.ts";
import { useToast } from "./toast-store.ts";

/** The place of the toast, in the top layer, so that it is visible above an open dialog. */
export function ToastRegion() {
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
            "arrives rounded-md border border-l-4 border-line bg-surface px-4 py-3 text-ink shadow-raised",
            toast.tone === "good" ? "border-l-gain" : "border-l-loss",
          )}
        >
          <p className="font-semibold">{toast.title}</p>
          {toast.text === undefined ? null : <p className="text-14 text-muted">{toast.text}</p>}
        </div>
      )}
    </div>
  );
}
