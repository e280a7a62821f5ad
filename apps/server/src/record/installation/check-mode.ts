import type { Queryable } from "../../platform/db/pool.ts";
import { StartError } from "../../platform/process/start-error.ts";
import { type Mode, recordMode } from "./store.ts";

/** A database keeps its first mode: otherwise paper money would count as real money, or real money as paper. */
export async function checkMode(sql: Queryable, { mode }: { mode: Mode }): Promise<void> {
  const kept = await recordMode(sql, mode);
  if (kept === mode) return;
  throw new StartError(
    `WAZI_MODE: "${mode}" is not allowed: this database was created in ${kept} mode and holds ${kept === "demo" ? "paper" : "real"} money. ` +
      `Set WAZI_MODE=${kept}, or set another DATA_DIR or DATABASE_URL for ${mode} mode.`,
  );
}
