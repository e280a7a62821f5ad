/** Lower-case words of a name, without accents, titles and punctuation. */
function splitName(name: string): string[] {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 1 && !titles.has(word));
}

const titles: ReadonlySet<string> = new Set(["mr", "mrs", "ms", "miss", "dr", "prof", "eng", "rev"]);

/**
 * Compares an account holder's name with the investor's, as banks and wallets write names: in capitals, in any order, with further
 * or shortened middle names. Both must have two words in common, or the only word that one of them has.
 */
export function isSameName(first: string, second: string): boolean {
  const words = new Set(splitName(first));
  const others = new Set(splitName(second));
  if (words.size === 0 || others.size === 0) return false;
  const common = [...words].filter((word) => others.has(word)).length;
  return common >= Math.min(2, words.size, others.size);
}
