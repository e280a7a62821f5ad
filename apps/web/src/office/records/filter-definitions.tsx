import type { Ref } from "react";
import type { RecordAddressState, RecordRules } from "./record-address.ts";
import { RecordChoice, RecordDateRange, RecordSearch, type Choice } from "./record-filters.tsx";

/** A filter of a list: its parameter of the address and its control. "days" is a first and a last day. */
export type RecordFilter =
  | { kind: "search"; label: string; placeholder: string }
  | {
      kind: "choice";
      name: string;
      label: string;
      any: string;
      choices: readonly Choice[];
    }
  | { kind: "days" };

/** Choices in the order of the values. */
export function toChoices<Value extends string>(
  values: readonly Value[],
  labels: Readonly<Record<Value, string>>,
): readonly Choice[] {
  return values.map((value) => ({ value, label: labels[value] }));
}

export function toRecordRules(filters: readonly RecordFilter[], sorts: RecordRules["sorts"]): RecordRules {
  const kinds = filters.flatMap((filter): (readonly [string, RecordRules["filters"][string]])[] => {
    if (filter.kind === "search") return [["search", "text"]];
    if (filter.kind === "choice") return [[filter.name, filter.choices.map(({ value }) => value)]];
    return [
      ["from", "day"],
      ["to", "day"],
    ];
  });
  return {
    filters: Object.fromEntries(kinds),
    ...(sorts === undefined ? {} : { sorts }),
  };
}

/** The controls of the filters. `search` is the field that the `/` key focuses. */
export function FilterControls({
  filters,
  address,
  search,
}: {
  filters: readonly RecordFilter[];
  address: RecordAddressState;
  search: Ref<HTMLInputElement>;
}) {
  return filters.map((filter) => {
    switch (filter.kind) {
      case "search": {
        const { label, placeholder } = filter;
        return <RecordSearch key="search" ref={search} address={address} label={label} placeholder={placeholder} />;
      }
      case "choice": {
        const { name, label, any, choices } = filter;
        return <RecordChoice key={name} address={address} name={name} label={label} any={any} choices={choices} />;
      }
      case "days":
        return <RecordDateRange key="days" address={address} />;
    }
  });
}
