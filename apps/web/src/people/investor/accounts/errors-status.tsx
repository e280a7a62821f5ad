import * as texts from "../../../messages/accounts.ts";

/** Tells a screen reader how many fields are invalid after a failed submit. Each field has its own message. */
export function ErrorsStatus({ errors }: { errors: object }) {
  const count = Object.keys(errors).length;
  return (
    <p role="status" className="sr-only" data-testid="errors-status">
      {count === 0 ? "" : count === 1 ? texts.errorsOne : texts.errorsMany({ count })}
    </p>
  );
}
