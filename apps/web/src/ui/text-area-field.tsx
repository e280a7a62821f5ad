import type { KeyboardEvent, Ref, TextareaHTMLAttributes } from "react";
import { controlLook, Field, type FieldParts } from "./field.tsx";

/**
 * A text field of two to six lines that grows with its content. Enter starts a new line; Ctrl or Cmd with Enter submits
 * the form.
 */
export function TextAreaField({
  label,
  hint,
  error,
  className,
  ...area
}: FieldParts & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "className"> & { ref?: Ref<HTMLTextAreaElement> }) {
  return (
    <Field label={label} hint={hint} error={error} {...(className === undefined ? {} : { className })}>
      {(ids) => (
        <textarea
          rows={2}
          onKeyDown={sendWithEnter}
          {...area}
          {...ids}
          className={controlLook(error, "block field-sizing-content min-h-18 max-h-42 resize-none py-2.5")}
        />
      )}
    </Field>
  );
}

function sendWithEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  // A click on the button, so that a disabled button submits nothing.
  event.currentTarget.form?.querySelector<HTMLElement>("[type=submit]")?.click();
}
