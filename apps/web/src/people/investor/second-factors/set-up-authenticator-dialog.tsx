import { useState, type FormEvent, type ReactNode } from "react";
import { failureText } from "../../../lib/api-client.ts";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/field.tsx";
import { QrCode } from "../../../ui/qr-code.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { useConfirmAuthenticator } from "./api.ts";
import * as texts from "../../../messages/second-factors.ts";

/** `JBSW Y3DP …`: groups of four are easier to type. */
const groupKey = (key: string): string => key.replace(/(.{4})(?=.)/g, "$1 ");

/** Shows the key to the app, and takes its first code. */
export function SetUpAuthenticatorDialog({
  secret,
  onClose,
  onAdded,
}: {
  secret: { key: string; uri: string };
  onClose: () => void;
  onAdded: (recoveryCodes: readonly string[] | null) => void;
}) {
  const confirm = useConfirmAuthenticator();
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string>();

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (code.trim() === "") return setProblem(texts.codeMissing);
    setProblem(undefined);
    confirm.mutate(code, {
      onSuccess: ({ recoveryCodes }) => {
        toast.good(texts.authenticatorOnTitle, texts.authenticatorOnDone);
        onAdded(recoveryCodes);
      },
      onError: (error) => setProblem(failureText(error, texts.noAnswer)),
    });
  };

  return (
    <Dialog title={texts.setUpTitle} onClose={onClose} busy={confirm.isPending}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <Step number={1} title={texts.setUpScanTitle}>
          <p className="text-14 text-muted">{texts.setUpNoApp}</p>
          <div className="mt-3 flex flex-wrap items-center gap-4">
            <QrCode text={secret.uri} label={texts.setUpQrLabel} />
            <div className="min-w-0 flex-1 basis-56">
              <p className="text-14 text-muted">{texts.setUpKeyLead}</p>
              <div className="mt-1 flex items-center gap-2">
                <code className="min-w-0 text-14 font-semibold break-words" data-testid="authenticator-key">
                  {groupKey(secret.key)}
                </code>
                <CopyButton text={secret.key} label={texts.setUpKeyCopy} />
              </div>
              <a
                href={secret.uri}
                className="inline-flex min-h-11 items-center text-14 font-semibold text-primary underline underline-offset-4"
              >
                {texts.setUpOpenApp}
              </a>
            </div>
          </div>
        </Step>
        <Step number={2} title={texts.setUpCodeTitle}>
          <TextField
            label={texts.setUpCodeLabel}
            inputMode="numeric"
            autoComplete="one-time-code"
            className="mt-2"
            value={code}
            error={problem}
            onChange={({ target }) => setCode(target.value)}
          />
        </Step>
        <DialogActions>
          <Button look="secondary" onClick={onClose} disabled={confirm.isPending}>
            {texts.cancel}
          </Button>
          <Button type="submit" pending={confirm.isPending} pendingLabel={texts.checking}>
            {texts.turnOn}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section className="flex gap-3">
      <span
        aria-hidden="true"
        className="flex size-7 shrink-0 items-center justify-center rounded-full bg-accent text-14 font-bold text-on-accent"
      >
        {number}
      </span>
      <div className="min-w-0 flex-1">
        <h3 className="text-16 leading-7 font-semibold">{title}</h3>
        {children}
      </div>
    </section>
  );
}
