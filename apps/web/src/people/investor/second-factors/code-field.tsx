import { useState, type ComponentProps } from "react";
import { TextField } from "../../../ui/field.tsx";
import * as texts from "../../../messages/second-factors.ts";

/** A field for the code of an authenticator app, or a recovery code. It takes the focus. */
export function CodeField({
  hasApp = true,
  hint = texts.codeAuthenticatorHint,
  ...props
}: Omit<ComponentProps<typeof TextField>, "label"> & {
  /** False for an account that has recovery codes and no app. */
  hasApp?: boolean;
}) {
  const [isRecovery, setRecovery] = useState(!hasApp);
  return (
    <div className="flex flex-col items-start">
      <TextField
        key={String(isRecovery)}
        className="w-full"
        label={isRecovery ? texts.recoveryCode : texts.codeAuthenticatorLabel}
        hint={isRecovery ? texts.codeRecoveryHint : hint}
        inputMode={isRecovery ? "text" : "numeric"}
        autoComplete={isRecovery ? "off" : "one-time-code"}
        autoCapitalize={isRecovery ? "characters" : "none"}
        spellCheck={false}
        autoFocus
        {...props}
      />
      {hasApp ? (
        <button
          type="button"
          onClick={() => setRecovery(!isRecovery)}
          className="inline-flex min-h-11 items-center text-14 font-semibold text-primary underline underline-offset-4"
        >
          {isRecovery ? texts.codeUseAuthenticator : texts.codeUseRecovery}
        </button>
      ) : null}
    </div>
  );
}
