import type { FieldValues } from "react-hook-form";
import { Dialog } from "../../ui/dialog.tsx";
import { DecisionForm, type DecisionFormProps } from "./decision-form.tsx";

/** A decision in a dialog of its own. */
export function ConfirmDialog<Answer, Input, Values extends FieldValues = FieldValues, Body = undefined>({
  title,
  className,
  ...form
}: DecisionFormProps<Answer, Input, Values, Body> & { title: string; className?: string }) {
  return (
    <Dialog
      title={title}
      onClose={form.onClose}
      busy={form.mutation.isPending}
      {...(className === undefined ? {} : { className })}
    >
      <DecisionForm {...form} />
    </Dialog>
  );
}
