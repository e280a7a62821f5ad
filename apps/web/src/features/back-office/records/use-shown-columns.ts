import { useSyncExternalStore } from "react";
import type { RecordColumn } from "./record-columns.ts";

type From = NonNullable<RecordColumn<unknown>["from"]>;

/** The screens from which on columns are shown, as the style sheet has them. */
const screens: Readonly<Record<From, string>> = {
  lg: "(width >= 64rem)",
  xl: "(width >= 80rem)",
  "2xl": "(width >= 96rem)",
};
const queries = Object.values(screens);

function subscribe(listener: () => void): () => void {
  const watched = queries.map((query) => window.matchMedia(query));
  for (const each of watched) each.addEventListener("change", listener);
  return () => {
    for (const each of watched) each.removeEventListener("change", listener);
  };
}

const wideEnoughFor = (): string => queries.filter((query) => window.matchMedia(query).matches).join();

/** How many of a table's columns this screen shows: a cell that spans more of them than there are makes new ones. */
export function useShownColumns<Row>(columns: readonly RecordColumn<Row>[]): number {
  const wide = useSyncExternalStore(subscribe, wideEnoughFor, () => "");
  return columns.filter(({ from }) => from === undefined || wide.includes(screens[from])).length;
}
