import { useQuery } from "@tanstack/react-query";

const REFRESH_MS = 3_000;

export interface FreshRecord<Row> {
  /** As the server said last. */
  row: Row;
  /** True when it is in no list any more: it was deleted meanwhile. */
  isGone: boolean;
}

/**
 * The record that a dialog is about, read again for as long as the dialog is open: another administrator may be at it
 * too. Whoever changes records of this list has it read again at once, as its key begins with the list's path.
 */
export function useFreshRecord<Row extends { id: string }>(
  listPath: string,
  shown: Row,
  read: (signal: AbortSignal) => Promise<Row | undefined>,
): FreshRecord<Row> {
  const { data } = useQuery<Row | null>({
    queryKey: [listPath, "one", shown.id],
    queryFn: async ({ signal }) => (await read(signal)) ?? null,
    initialData: shown,
    refetchInterval: REFRESH_MS,
    staleTime: 0,
    gcTime: 0,
  });
  return { row: data ?? shown, isGone: data === null };
}
