import type { AccountFigures, OwnData, Trade } from "@wazi/contracts";
import { SNAPSHOT, type Sql } from "../../platform/db/pool.ts";
import { readOwnRows } from "./store.ts";

export interface ExportDeps {
  sql: Sql;
  now: () => Date;
  readAccount: (userId: string) => Promise<AccountFigures>;
  /** Reads the user's newest trades. */
  readTrades: (userId: string) => Promise<Trade[]>;
}

/** Exports all data about a user. Amounts in the lists have the form of the database tables. */
export async function exportOwnData(deps: ExportDeps, userId: string): Promise<OwnData> {
  const rows = await deps.sql.begin(SNAPSHOT, (tx) => readOwnRows(tx, userId));
  return {
    madeAt: deps.now().toISOString(),
    ...rows,
    account: { ...(await deps.readAccount(userId)) },
    recentTrades: (await deps.readTrades(userId)).map((trade) => ({ ...trade })),
  };
}
