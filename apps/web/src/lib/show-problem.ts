import { flushSync } from "react-dom";

/**
 * Has what is wrong drawn at its field in the open dialog, and puts the focus there: a field that is entered is read out
 * together with what is wrong with it, while a message outside of the dialog is read out to nobody. For forms that keep
 * their values themselves; react-hook-form does it by itself.
 */
export function showProblem(show: () => void): void {
  flushSync(show);
  const field = document.querySelector<HTMLElement>("dialog[open] [aria-invalid=true]");
  // Entered anew where the focus is in it already.
  field?.blur();
  field?.focus();
}
