import type { Administrator } from "@wazi/contracts";

/** Why this administrator cannot be changed or revoked here; undefined if they can. The server decides. */
export function findChangeObstacle(
  administrator: Administrator,
  all: readonly Administrator[],
  ownId: string,
): string | undefined {
  const isLastFull = administrator.role === "full" && all.filter(({ role }) => role === "full").length === 1;
  if (isLastFull) return "This is the last administrator with full access.";
  if (administrator.id === ownId) return "You cannot change your own role.";
  return undefined;
}
