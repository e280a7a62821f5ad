import type { KeyboardEvent, Ref, TextareaHTMLAttributes } from "react";
import { controlLook, Field, type FieldParts } from "./field.tsx";

/**
 * A text of a few sentences: two lines that grow with what is typed, to six, and scroll from there. Enter begins a new
 * line; Ctrl or Cmd with it sends the form that the field stands in.
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
  // As a press: a button that can't be pressed yet sends nothing this way either.
  event.currentTarget.form?.querySelector<HTMLElement>("[type=submit]")?.click();
}
