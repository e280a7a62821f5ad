import { classNames } from "../lib/class-names.ts";
import { Icon } from "./icons.tsx";
import { toast } from "./toast-store.ts";
import * as texts from "../messages/shared.ts";

/** Copies the text and shows a toast with the result, which is also returned. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    toast.good(texts.copied);
    return true;
  } catch {
    toast.bad(texts.copyFailed, texts.copyFailedText);
    return false;
  }
}

/** `small` is for dense desktop rows; touch screens get the full size. */
export function CopyButton({ text, label, small = false }: { text: string; label: string; small?: boolean }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={() => void copyText(text)}
      className={classNames(
        "flex shrink-0 items-center justify-center rounded-sm border border-outline bg-surface text-ink hover:border-primary hover:text-primary",
        small ? "size-8 pointer-coarse:size-11" : "size-11",
      )}
    >
      <Icon name="copy" {...(small ? { className: "size-4" } : {})} />
    </button>
  );
}
