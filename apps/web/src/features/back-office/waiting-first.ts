/** What waits comes first, the oldest of it at the top; then what has ended, the newest first. */
export function waitingFirst<T extends { status: string; createdAt: string }>(
  rows: readonly T[],
  isWaiting: (row: T) => boolean,
): T[] {
  const byTime = (first: T, second: T) => Date.parse(first.createdAt) - Date.parse(second.createdAt);
  return [
    ...rows.filter(isWaiting).sort(byTime),
    ...rows.filter((row) => !isWaiting(row)).sort((a, b) => byTime(b, a)),
  ];
}
