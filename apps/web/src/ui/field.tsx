import { useId, type InputHTMLAttributes, type ReactNode, type Ref, type SelectHTMLAttributes } from "react";
import { classNames } from "../lib/class-names.ts";

export interface FieldParts {
  label: string;
  /** Shown below the control. */
  hint?: ReactNode;
  /** The error message, shown at the field and read out with it. */
  error?: string | undefined;
  className?: string;
}

const CONTROL =
  "w-full min-w-0 rounded-sm border bg-surface px-3.5 text-16 text-ink placeholder:text-muted " +
  "transition-[border-color,box-shadow] focus-visible:outline-2 focus-visible:outline-offset-1 [&[readonly]]:bg-sunken";

export function controlLook(error: string | undefined, height = "h-12"): string {
  return classNames(CONTROL, height, error === undefined ? "border-outline hover:border-ink" : "border-loss");
}

/** A control with its label, hint and error, linked by ids. */
export function Field({
  label,
  hint,
  error,
  className,
  children,
}: FieldParts & {
  children: (ids: {
    id: string;
    "aria-invalid": true | undefined;
    "aria-describedby": string | undefined;
  }) => ReactNode;
}) {
  const id = useId();
  const described = [hint === undefined ? "" : `${id}-hint`, error === undefined ? "" : `${id}-error`].filter(Boolean);
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-14 font-semibold">
        {label}
      </label>
      {children({
        id,
        "aria-invalid": error === undefined ? undefined : true,
        "aria-describedby": described.length === 0 ? undefined : described.join(" "),
      })}
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="mt-1.5 text-14 text-muted">
          {hint}
        </p>
      )}
      {error === undefined ? null : <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="mt-1.5 flex gap-2 text-14 font-medium text-loss">
      <span
        aria-hidden="true"
        className="mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-full bg-loss text-12 font-bold text-on-loss"
      >
        !
      </span>
      {children}
    </p>
  );
}

type TextFieldProps = FieldParts &
  Omit<InputHTMLAttributes<HTMLInputElement>, "className"> & {
    ref?: Ref<HTMLInputElement>;
    /** Shown before the input, such as $ or a country code. */
    prefix?: string | undefined;
    /** Shown at the end of the control, such as a show password button. */
    suffix?: ReactNode;
  };

export function TextField({ label, hint, error, className, prefix, suffix, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} {...(className === undefined ? {} : { className })}>
      {(ids) => (
        <div className="relative flex">
          {prefix === undefined ? null : (
            <span
              aria-hidden="true"
              className="flex h-12 items-center rounded-l-sm border border-r-0 border-outline bg-sunken px-3.5 text-muted tabular-nums"
            >
              {prefix}
            </span>
          )}
          <input
            {...input}
            {...ids}
            className={classNames(
              controlLook(error),
              prefix !== undefined && "rounded-l-none",
              suffix !== undefined && "pr-14",
            )}
          />
          {suffix === undefined ? null : <span className="absolute inset-y-0 right-0 flex items-center">{suffix}</span>}
        </div>
      )}
    </Field>
  );
}

/** An amount in US dollars. The typed text is sent unchanged. */
export function AmountField({ label, ...rest }: Omit<TextFieldProps, "type" | "prefix">) {
  return (
    <TextField
      label={label}
      type="number"
      inputMode="decimal"
      step="0.01"
      min="0"
      autoComplete="off"
      placeholder="0.00"
      prefix="$"
      {...rest}
    />
  );
}

export function SelectField({
  label,
  hint,
  error,
  className,
  children,
  ...select
}: FieldParts & Omit<SelectHTMLAttributes<HTMLSelectElement>, "className"> & { ref?: Ref<HTMLSelectElement> }) {
  return (
    <Field label={label} hint={hint} error={error} {...(className === undefined ? {} : { className })}>
      {(ids) => (
        <div className="relative">
          <select {...select} {...ids} className={classNames(controlLook(error), "appearance-none pr-10")}>
            {children}
          </select>
          <svg
            aria-hidden="true"
            viewBox="0 0 12 8"
            className="pointer-events-none absolute top-1/2 right-3.5 w-3 -translate-y-1/2 fill-none stroke-muted stroke-2"
          >
            <path d="m1 1.5 5 5 5-5" />
          </svg>
        </div>
      )}
    </Field>
  );
}

export function CheckboxField({
  label,
  ...input
}: { label: string; ref?: Ref<HTMLInputElement> } & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 text-14">
      <input {...input} type="checkbox" className="size-5 shrink-0 accent-primary" />
      <span>{label}</span>
    </label>
  );
}
