import { flushSync } from "react-dom";

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
