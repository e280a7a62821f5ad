/** Bots that fit beside each other. */
export const MAX_COMPARED = 4;

/** The bots named in the address, in its order: known ones, each once, at most four. */
export function readComparedIds(search: URLSearchParams, known: readonly string[]): string[] {
  const named = (search.get("bots") ?? "").split(",");
  return [...new Set(named)].filter((id) => known.includes(id)).slice(0, MAX_COMPARED);
}

/** The search parameters of a comparison. */
export function toCompareSearch(ids: readonly string[]): Record<string, string> {
  return ids.length === 0 ? {} : { bots: ids.join(",") };
}
