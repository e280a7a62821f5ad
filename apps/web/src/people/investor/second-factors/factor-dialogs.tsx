import type { Passkey, PasskeyRegistrationOptions } from "@wazi/contracts";
import { AddPasskeyDialog, RenamePasskeyDialog } from "./passkey-dialogs.tsx";
import { RecoveryCodesDialog } from "./recovery-codes-dialog.tsx";
import { RemoveAuthenticatorDialog, RemovePasskeyDialog } from "./remove-dialogs.tsx";
import { SetUpAuthenticatorDialog } from "./set-up-authenticator-dialog.tsx";

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
