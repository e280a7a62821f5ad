import { useEffect } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import * as texts from "../../messages/admin-records.ts";

export interface RecordKeys {
  /** Moves to the next row (1), the previous (-1), the last (Infinity) or the first (-Infinity). */
  move: (step: number) => void;
  previousPage: () => void;
  nextPage: () => void;
  search: () => void;
  help: () => void;
}

/** The shortcuts in the help dialog. */
const keyDescriptions = [
  { keys: ["J", "↓"], does: texts.nextRow },
  { keys: ["K", "↑"], does: texts.previousRow },
  { keys: ["Enter"], does: texts.openRow },
  { keys: ["Space"], does: texts.shortcutSelectRow },
  { keys: ["/"], does: texts.search },
  { keys: ["["], does: texts.previousPage },
  { keys: ["]"], does: texts.nextPage },
  { keys: ["?"], does: texts.shortcutShowList },
] as const;

const anywhere: Readonly<Record<string, (keys: RecordKeys) => void>> = {
  j: ({ move }) => move(1),
  k: ({ move }) => move(-1),
  "[": ({ previousPage }) => previousPage(),
  "]": ({ nextPage }) => nextPage(),
  "/": ({ search }) => search(),
  "?": ({ help }) => help(),
};

/** These keys scroll the page when no row has the focus. */
const onRows: Readonly<Record<string, (keys: RecordKeys) => void>> = {
  ArrowDown: ({ move }) => move(1),
  ArrowUp: ({ move }) => move(-1),
  Home: ({ move }) => move(-Infinity),
  End: ({ move }) => move(Infinity),
};

/** Shortcuts are off while typing and while a dialog or a menu is open. */
function shouldIgnoreKey(event: KeyboardEvent): boolean {
  const isShortcut = event.ctrlKey || event.metaKey || event.altKey;
  if (event.defaultPrevented || (isShortcut && !event.getModifierState("AltGraph"))) return true;
  if (event.target instanceof Element && event.target.closest("input, select, textarea, [contenteditable]") !== null) {
    return true;
  }
  return document.querySelector("dialog[open], :popover-open") !== null;
}

/** Keyboard shortcuts of a list, wherever the focus is on the page. */
export function useRecordKeys(keys: RecordKeys): void {
  useEffect(() => {
    function act(event: KeyboardEvent): void {
      if (shouldIgnoreKey(event)) return;
      const isOnRow = event.target instanceof Element && event.target.matches("[data-record]");
      const action = anywhere[event.key] ?? (isOnRow ? onRows[event.key] : undefined);
      if (action === undefined) return;
      event.preventDefault();
      action(keys);
    }
    document.addEventListener("keydown", act);
    return () => document.removeEventListener("keydown", act);
  }, [keys]);
}

export function KeyboardShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={texts.keyboardShortcuts} onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-3">
        {keyDescriptions.map(({ keys, does }) => (
          <div key={does} className="contents">
            <dt className="flex gap-1.5">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-7 rounded-sm border border-outline bg-sunken px-1.5 text-center font-mono text-14 leading-6"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-5 text-14 text-muted">{texts.shortcutsOffHint}</p>
    </Dialog>
  );
}
