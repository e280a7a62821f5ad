import { useEffect, useId, useRef, type ReactNode, type Ref } from "react";
import { classNames } from "../../lib/class-names.ts";
import type { RecordAddressState } from "./record-address.ts";
import * as texts from "../../messages/admin-records.ts";

/** The search runs when typing has paused for this long. */
const DEBOUNCE_MS = 250;

const CONTROL =
  "h-9 w-full min-w-0 rounded-sm border border-outline bg-surface px-2.5 text-14 text-ink placeholder:text-muted " +
  "hover:border-ink focus-visible:outline-offset-1 pointer-coarse:h-11 pointer-coarse:text-16";

function LabelledControl({
  label,
  className,
  children,
}: {
  label: string;
  className?: string | undefined;
  children: (id: string) => ReactNode;
}) {
  const id = useId();
  return (
    <div className={classNames("min-w-0", className)}>
      <label htmlFor={id} className="mb-1 block text-12 font-medium whitespace-nowrap text-muted">
        {label}
      </label>
      {children(id)}
    </div>
  );
}

/** The search field of a list. */
export function RecordSearch({
  address,
  label,
  placeholder,
  name = "search",
  ref,
}: {
  address: RecordAddressState;
  label: string;
  placeholder?: string;
  name?: string;
  ref?: Ref<HTMLInputElement> | undefined;
}) {
  const value = address.filters[name] ?? "";
  return (
    <DebouncedTextField
      label={label}
      placeholder={placeholder}
      value={value}
      inputRef={ref}
      onSettled={(text) => address.setFilter(name, text, "typing")}
    />
  );
}

/**
 * Typed text goes to the address after a pause or on Enter. A change of the address (back, another link) goes to the
 * field, except for the field's own last value, which would overwrite what is being typed.
 */
function DebouncedTextField({
  label,
  placeholder,
  value,
  inputRef,
  onSettled,
}: {
  label: string;
  placeholder: string | undefined;
  value: string;
  inputRef: Ref<HTMLInputElement> | undefined;
  onSettled: (text: string) => void;
}) {
  const field = useRef<HTMLDivElement>(null);
  const sent = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    if (sent.current === value) return;
    sent.current = value;
    clearTimeout(timer.current);
    const input = field.current?.querySelector("input");
    if (input !== null && input !== undefined) input.value = value;
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function send(text: string): void {
    clearTimeout(timer.current);
    if (text === sent.current) return;
    sent.current = text;
    onSettled(text);
  }

  return (
    <div ref={field} className="min-w-48 flex-1 basis-56 md:max-w-80">
      <LabelledControl label={label}>
        {(id) => (
          <input
            id={id}
            ref={inputRef}
            type="search"
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder}
            defaultValue={value}
            onChange={({ target }) => {
              clearTimeout(timer.current);
              timer.current = setTimeout(() => send(target.value.trim()), DEBOUNCE_MS);
            }}
            onKeyDown={(event) => {
              if (event.key === "Enter") send(event.currentTarget.value.trim());
            }}
            className={CONTROL}
          />
        )}
      </LabelledControl>
    </div>
  );
}

export interface Choice {
  value: string;
  label: string;
}

/** A select with a fixed list of choices and an empty choice. */
export function RecordChoice({
  address,
  name,
  label,
  any,
  choices,
}: {
  address: RecordAddressState;
  name: string;
  label: string;
  /** The label of the empty choice, such as "Any status". */
  any: string;
  choices: readonly Choice[];
}) {
  return (
    <PlainChoice
      label={label}
      value={address.filters[name] ?? ""}
      choices={[{ value: "", label: any }, ...choices]}
      onChange={(value) => address.setFilter(name, value)}
    />
  );
}

/** The order as a select, for narrow screens without column headings. */
export function RecordOrder({ address, choices }: { address: RecordAddressState; choices: readonly Choice[] }) {
  return (
    <PlainChoice
      label={texts.sortBy}
      value={address.sort ?? ""}
      choices={choices}
      onChange={address.setSort}
      className="md:hidden"
    />
  );
}

function PlainChoice({
  label,
  value,
  choices,
  onChange,
  className,
}: {
  label: string;
  value: string;
  choices: readonly Choice[];
  onChange: (value: string) => void;
  className?: string;
}) {
  return (
    <LabelledControl label={label} className={className}>
      {(id) => (
        <select id={id} value={value} onChange={({ target }) => onChange(target.value)} className={CONTROL}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </LabelledControl>
  );
}

/** The first and the last day, both inclusive, in UTC. */
export function RecordDateRange({ address }: { address: RecordAddressState }) {
  return (
    <>
      <RecordDate address={address} name="from" label={texts.fromUtc} />
      <RecordDate address={address} name="to" label={texts.toUtc} />
    </>
  );
}

function RecordDate({ address, name, label }: { address: RecordAddressState; name: "from" | "to"; label: string }) {
  return (
    <LabelledControl label={label}>
      {(id) => (
        <input
          id={id}
          type="date"
          min="2020-01-01"
          max="2100-12-31"
          value={address.filters[name] ?? ""}
          // The year is typed digit by digit, and each digit makes a valid date.
          onChange={({ target }) => address.setFilter(name, target.value, "typing")}
          className={CONTROL}
        />
      )}
    </LabelledControl>
  );
}
