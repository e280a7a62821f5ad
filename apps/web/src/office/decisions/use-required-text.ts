import { useState, type ChangeEvent } from "react";
import { showProblem } from "../../lib/show-problem.ts";
import { toast } from "../../ui/toast-store.ts";
import * as texts from "../../messages/admin-decisions.ts";

/** A text that a decision needs, such as a reason. `missing` is shown if it is empty. */
export function useRequiredText(missing: string) {
  const [value, setValue] = useState("");
  const [isMissing, setMissing] = useState(false);

  function enter(text: string): void {
    setValue(text);
    setMissing(false);
  }

  /** The text; undefined if it is missing, which is then shown. */
  function read(): string | undefined {
    const text = value.trim();
    if (text !== "") return text;
    showProblem(() => setMissing(true));
    toast.bad(texts.error, missing);
    return undefined;
  }

  const field = {
    value,
    error: isMissing ? missing : undefined,
    onChange: ({ target }: ChangeEvent<HTMLTextAreaElement>) => enter(target.value),
    autoComplete: "off",
    maxLength: 500,
  };
  return { read, enter, field };
}
