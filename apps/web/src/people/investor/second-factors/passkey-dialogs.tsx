import {
  getBrowserName,
  MAX_PASSKEY_NAME_LENGTH,
  type Passkey,
  type PasskeyRegistrationOptions,
} from "@wazi/contracts";
import { useState, type FormEvent } from "react";
import { failureText } from "../../../lib/api-client.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { useAddPasskey, useRenamePasskey } from "./api.ts";
import { explainPasskeyError } from "../../../lib/passkeys.ts";
import * as texts from "../../../messages/second-factors.ts";

const NAME_MISSING = texts.passkeyNameMissing;
const NO_ANSWER = texts.noAnswer;

function NameForm({
  initial,
  problem,
  isPending,
  submitLabel,
  pendingLabel,
  onSubmit,
  onClose,
}: {
  initial: string;
  problem: string | undefined;
  isPending: boolean;
  submitLabel: string;
  pendingLabel: string;
  onSubmit: (name: string) => void;
  onClose: () => void;
}) {
  const [name, setName] = useState(initial);
  const [isMissing, setMissing] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setMissing(name.trim() === "");
    if (name.trim() !== "") onSubmit(name);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <TextField
        label={texts.name}
        hint={texts.passkeyNameHint}
        maxLength={MAX_PASSKEY_NAME_LENGTH}
        autoComplete="off"
        value={name}
        error={isMissing ? NAME_MISSING : problem}
        onChange={({ target }) => setName(target.value)}
      />
      <DialogActions>
        <Button look="secondary" onClick={onClose} disabled={isPending}>
          {texts.cancel}
        </Button>
        <Button type="submit" pending={isPending} pendingLabel={pendingLabel}>
          {submitLabel}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Names a new passkey; the browser then asks for a fingerprint, face or PIN. */
export function AddPasskeyDialog({
  options,
  onClose,
  onAdded,
}: {
  options: PasskeyRegistrationOptions;
  onClose: () => void;
  onAdded: (recoveryCodes: readonly string[] | null) => void;
}) {
  const add = useAddPasskey();
  return (
    <Dialog title={texts.passkeyAdd} onClose={onClose} busy={add.isPending}>
      <div className="grid gap-5">
        <p className="text-muted">{texts.passkeyAddLead}</p>
        <NameForm
          initial={getBrowserName(navigator.userAgent)}
          problem={add.isError ? (explainPasskeyError(add.error) ?? failureText(add.error, NO_ANSWER)) : undefined}
          isPending={add.isPending}
          submitLabel={texts.createPasskey}
          pendingLabel={texts.passkeyPending}
          onClose={onClose}
          onSubmit={(name) =>
            add.mutate(
              { name, options },
              {
                onSuccess: ({ recoveryCodes }) => {
                  toast.good(texts.passkeyAdded, texts.passkeyAddDone);
                  onAdded(recoveryCodes);
                },
              },
            )
          }
        />
      </div>
    </Dialog>
  );
}

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const rename = useRenamePasskey();
  return (
    <Dialog title={texts.passkeyRenameTitle} onClose={onClose} busy={rename.isPending}>
      <NameForm
        initial={passkey.name}
        problem={rename.isError ? failureText(rename.error, NO_ANSWER) : undefined}
        isPending={rename.isPending}
        submitLabel={texts.save}
        pendingLabel={texts.saving}
        onClose={onClose}
        onSubmit={(name) => rename.mutate({ id: passkey.id, name }, { onSuccess: onClose })}
      />
    </Dialog>
  );
}
