import { Icon } from "../../../ui/icons.tsx";
import { copyText } from "../../../ui/copy-button.tsx";

/** A text that is copied by a press on it. */
export function CopyLine({ text, label }: { text: string; label: string }) {
  return (
    <button
      type="button"
      aria-label={`${label}: ${text}`}
      onClick={() => void copyText(text)}
      className="group -mx-1 inline-flex max-w-full items-center gap-1.5 rounded-sm px-1 text-left hover:text-primary pointer-coarse:-my-3 pointer-coarse:min-h-11"
    >
      <span className="min-w-0 break-all">{text}</span>
      <Icon name="copy" className="size-4 text-muted group-hover:text-primary" />
    </button>
  );
}
