/** Says to a screen reader, after a try that failed, how many fields are at fault; each says itself what is wrong. */
export function ErrorsStatus({ errors }: { errors: object }) {
  const count = Object.keys(errors).length;
  return (
    <p role="status" className="sr-only" data-testid="errors-status">
      {count === 0 ? "" : count === 1 ? "1 field needs attention." : `${count} fields need attention.`}
    </p>
  );
}
