import { type ChangeEvent, useState } from "react";
import { toast } from "../../ui/toast-store.ts";
import * as texts from "../../messages/admin-decisions.ts";
import { flushSync } from "react-dom";

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

/**
 * Renders a field error in the open dialog and moves the focus to the field, because a screen reader reads a message
 * only with its focused field. For forms with their own state; react-hook-form does this itself.
 */
export function showProblem(show: () => void): void {
  flushSync(show);
  const field = document.querySelector<HTMLElement>("dialog[open] [aria-invalid=true]");
  // Focus again even if the field already has it.
  field?.blur();
  field?.focus();
}
