import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { copyText } from "../../../ui/copy-button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { CheckboxField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import * as texts from "../../../messages/second-factors.ts";

const TITLE = texts.recoveryFileTitle;
const EXPLANATION = texts.recoveryExplained;

const toText = (codes: readonly string[]): string =>
  [TITLE, `${window.location.origin}, ${new Date().toLocaleDateString("en-GB")}`, EXPLANATION, "", ...codes, ""].join(
    "\n",
  );

function download(codes: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([toText(codes)], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = "wazi-recovery-codes.txt";
  link.click();
  URL.revokeObjectURL(url);
}

/** Prints a page of its own, with nothing but the codes. False if the browser blocks its window. */
function print(codes: readonly string[]): boolean {
  const page = window.open("", "_blank");
  if (page === null) return false;
  page.document.title = TITLE;
  const text = page.document.createElement("pre");
  text.textContent = toText(codes);
  page.document.body.append(text);
  page.print();
  return true;
}

/** Shows new recovery codes, once. It closes only when the user says that they are saved. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const [isSaved, setSaved] = useState(false);
  // In the dialog, because a toast over it disappears.
  const [failure, setFailure] = useState<"copy" | "print" | null>(null);
  return (
    <Dialog title={texts.recoveryTitle} onClose={onClose} busy={!isSaved}>
      <div className="grid gap-5">
        <p className="text-muted">{texts.recoveryLead}</p>
        <ol className="grid gap-x-4 gap-y-1 rounded-sm border border-line bg-sunken p-4 text-16 whitespace-nowrap tabular-nums sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code} data-testid="recovery-code">
              {code}
            </li>
          ))}
        </ol>
        <div className="flex gap-3 *:flex-1 *:px-3">
          <Button
            look="secondary"
            onClick={() => void copyText(codes.join("\n")).then((isCopied) => setFailure(isCopied ? null : "copy"))}
          >
            {texts.copy}
          </Button>
          <Button look="secondary" onClick={() => download(codes)}>
            {texts.download}
          </Button>
          <Button look="secondary" onClick={() => setFailure(print(codes) ? null : "print")}>
            {texts.print}
          </Button>
        </div>
        {failure === null ? null : (
          <Notice look="danger" role="alert" title={failure === "copy" ? texts.copyingFailed : texts.printingFailed}>
            {failure === "copy" ? texts.recoveryCopyFailed : texts.recoveryPrintFailed}
          </Notice>
        )}
        <Notice look="warning">{texts.recoveryOnce}</Notice>
        <DialogActions>
          <CheckboxField
            label={texts.recoverySavedLabel}
            checked={isSaved}
            onChange={({ target }) => setSaved(target.checked)}
          />
          <Button aria-disabled={!isSaved} onClick={onClose}>
            {texts.done}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
