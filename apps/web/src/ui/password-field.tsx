import { Icon } from "./icons.tsx";
import { useState, type ComponentProps } from "react";
import { TextField } from "./field.tsx";

export function PasswordField({
  showLabel,
  ...props
}: Omit<ComponentProps<typeof TextField>, "type" | "suffix"> & {
  /** The name of the button that shows what is typed, such as "Show password". */
  showLabel: string;
}) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      suffix={
        <button
          type="button"
          aria-pressed={shown}
          aria-label={showLabel}
          onClick={() => setShown(!shown)}
          className="flex size-12 items-center justify-center rounded-sm text-muted hover:text-ink"
        >
          <Icon name={shown ? "eye-off" : "eye"} />
        </button>
      }
    />
  );
}
