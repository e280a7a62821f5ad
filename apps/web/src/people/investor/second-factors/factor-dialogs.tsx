import type { Passkey, PasskeyRegistrationOptions } from "@wazi/contracts";
import { AddPasskeyDialog, RenamePasskeyDialog } from "./passkey-dialogs.tsx";
import { SetUpAuthenticatorDialog } from "./set-up-authenticator-dialog.tsx";
import { type ReactNode, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { FailureNotice } from "../../../ui/failure-notice.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { useRemoveAuthenticator, useRemovePasskey } from "./api.ts";
import * as texts from "../../../messages/second-factors.ts";
import { copyText } from "../../../ui/copy-button.tsx";
import { CheckboxField } from "../../../ui/field.tsx";

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
function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
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

/** The open dialog and what it is about. */
export type FactorDialogState =
  | { kind: "authenticator"; key: string; uri: string }
  | { kind: "passkey"; options: PasskeyRegistrationOptions }
  | { kind: "rename-passkey"; passkey: Passkey }
  | { kind: "remove-passkey"; passkey: Passkey; isLast: boolean }
  | { kind: "remove-authenticator"; isLast: boolean }
  | { kind: "recovery-codes"; codes: readonly string[] };

/** After a first factor, its recovery codes follow. */
export default function FactorDialogs({
  state,
  onChange,
}: {
  state: FactorDialogState;
  onChange: (state: FactorDialogState | undefined) => void;
}) {
  const close = (): void => onChange(undefined);
  const onAdded = (codes: readonly string[] | null): void =>
    onChange(codes === null ? undefined : { kind: "recovery-codes", codes });

  switch (state.kind) {
    case "authenticator":
      return <SetUpAuthenticatorDialog secret={state} onClose={close} onAdded={onAdded} />;
    case "passkey":
      return <AddPasskeyDialog options={state.options} onClose={close} onAdded={onAdded} />;
    case "rename-passkey":
      return <RenamePasskeyDialog passkey={state.passkey} onClose={close} />;
    case "remove-passkey":
      return <RemovePasskeyDialog passkey={state.passkey} isLast={state.isLast} onClose={close} />;
    case "remove-authenticator":
      return <RemoveAuthenticatorDialog isLast={state.isLast} onClose={close} />;
    case "recovery-codes":
      return <RecoveryCodesDialog codes={state.codes} onClose={close} />;
  }
}

function RemoveDialog({
  title,
  isLast,
  removal,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  /** True if the account has no other second factor. */
  isLast: boolean;
  removal: { isPending: boolean; isError: boolean; error: Error | null };
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog title={title} onClose={onClose} busy={removal.isPending}>
      <div className="grid gap-5">
        <p className="text-muted">{children}</p>
        {isLast ? <Notice look="warning">{texts.removeLastWarning}</Notice> : null}
        <p className="text-14 text-muted">{texts.removeEffect}</p>
        {removal.isError ? <FailureNotice error={removal.error} fallback={texts.removeNothingChanged} /> : null}
        <DialogActions>
          <Button look="secondary" onClick={onClose} disabled={removal.isPending}>
            {texts.keepIt}
          </Button>
          <Button look="danger" onClick={onConfirm} pending={removal.isPending} pendingLabel={texts.removing}>
            {texts.remove}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

function RemoveAuthenticatorDialog({ isLast, onClose }: { isLast: boolean; onClose: () => void }) {
  const removal = useRemoveAuthenticator();
  const onSuccess = (): void => {
    toast.good(texts.authenticatorRemoved);
    onClose();
  };
  return (
    <RemoveDialog
      title={texts.authenticatorRemoveTitle}
      {...{ isLast, removal, onClose }}
      onConfirm={() => removal.mutate(undefined, { onSuccess })}
    >
      {texts.authenticatorRemoveEffect}
    </RemoveDialog>
  );
}

function RemovePasskeyDialog({ passkey, isLast, onClose }: { passkey: Passkey; isLast: boolean; onClose: () => void }) {
  const removal = useRemovePasskey();
  const onSuccess = (): void => {
    toast.good(texts.passkeyRemoved);
    onClose();
  };
  return (
    <RemoveDialog
      title={texts.passkeyRemoveTitle}
      {...{ isLast, removal, onClose }}
      onConfirm={() => removal.mutate(passkey.id, { onSuccess })}
    >
      {texts.passkeyRemoveEffect({ name: passkey.name })}
    </RemoveDialog>
  );
}
