import { useState, type ComponentProps } from "react";
import { TextField } from "../../ui/field.tsx";

/** A field for the code of an authenticator app, or a recovery code. It takes the focus. */
export function CodeField({
  hasApp = true,
  hint = "6 digits. The code changes every 30 seconds.",
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
        label={isRecovery ? "Recovery code" : "Code from your authenticator app"}
        hint={isRecovery ? "12 letters and digits, such as 7KQ2-M0XA-9TRD. Each code works once." : hint}
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
          {isRecovery ? "Use your authenticator app" : "Use a recovery code"}
        </button>
      ) : null}
    </div>
  );
}
