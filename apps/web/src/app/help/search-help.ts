/** True if every word of the search is in one of the texts, whatever its case and accents. */
export function matchesSearch(search: string, texts: readonly string[]): boolean {
  const text = simplify(texts.join(" "));
  return simplify(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function simplify(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
