import { Icon } from "./icons.tsx";
import { toast } from "./toast-store.ts";

/** Copies and says so. Where the browser keeps the clipboard closed, it says that instead. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.good("Copied!");
  } catch {
    toast.bad("Not copied", "Please select the text and copy it by hand.");
  }
}

export function CopyButton({ text, label }: { text: string; label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={() => void copyText(text)}
      className="flex size-11 shrink-0 items-center justify-center rounded-sm border border-outline bg-surface text-ink hover:border-primary hover:text-primary"
    >
      <Icon name="copy" />
    </button>
  );
}
