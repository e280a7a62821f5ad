import type { Administrator } from "@wazi/contracts";

/** Why nobody can change or unmake this administrator from here; undefined where it can be done. The server decides. */
export function findChangeObstacle(
  administrator: Administrator,
  all: readonly Administrator[],
  ownId: string,
): string | undefined {
  const isLastFull = administrator.role === "full" && all.filter(({ role }) => role === "full").length === 1;
  if (isLastFull) return "The last one with full rights: give them to somebody else first";
  if (administrator.id === ownId) return "Nobody changes their own rights: another administrator does";
  return undefined;
}
