import { Icon } from "./icons.tsx";
import { useState, type ComponentProps } from "react";
import { TextField } from "./field.tsx";
import * as texts from "../messages/shared.ts";

export function PasswordField(props: Omit<ComponentProps<typeof TextField>, "type" | "suffix">) {
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
          aria-label={texts.showLabel({ label: props.label.toLowerCase() })}
          onClick={() => setShown(!shown)}
          className="flex size-12 items-center justify-center rounded-sm text-muted hover:text-ink"
        >
          <Icon name={shown ? "eye-off" : "eye"} />
        </button>
      }
    />
  );
}
