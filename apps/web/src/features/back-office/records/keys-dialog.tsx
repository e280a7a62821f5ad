import { Dialog } from "../../../ui/dialog.tsx";
import { keyWords } from "./use-record-keys.ts";

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-3">
        {keyWords.map(({ keys, does }) => (
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
      <p className="mt-5 text-14 text-muted">They rest while you type and while a dialog is open.</p>
    </Dialog>
  );
}
