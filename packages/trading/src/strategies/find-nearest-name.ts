/** A known name that needs more edits per letter than this was probably not meant. */
const MAX_EDIT_SHARE = 0.6;

/** The known name with the fewest edits to the given one, ignoring case; undefined when none is near. */
export function findNearestName(given: string, known: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let fewest = Infinity;
  for (const name of known) {
    const edits = computeEditDistance(given.toLowerCase(), name.toLowerCase());
    if (edits < fewest && edits <= Math.ceil(MAX_EDIT_SHARE * name.length)) {
      nearest = name;
      fewest = edits;
    }
  }
  return nearest;
}

/** The number of letters to insert, remove or replace to turn one word into the other (V. Levenshtein, 1966). */
function computeEditDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let line = 1; line <= from.length; line += 1) {
    const next = [line];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (from[line - 1] === to[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
