import type { Administrator } from "@wazi/contracts";
import * as texts from "../../../messages/admin-administrators.ts";

/** Why this administrator cannot be changed or revoked here; undefined if they can. The server decides. */
export function findChangeObstacle(
  administrator: Administrator,
  all: readonly Administrator[],
  ownId: string,
): string | undefined {
  const isLastFull = administrator.role === "full" && all.filter(({ role }) => role === "full").length === 1;
  if (isLastFull) return texts.obstacleLastFull;
  if (administrator.id === ownId) return texts.obstacleOwnRole;
  return undefined;
}
