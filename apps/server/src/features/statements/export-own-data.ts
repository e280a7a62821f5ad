import type { AccountFigures, OwnData, Trade } from "@wazi/contracts";
import type { Sql } from "../../db/pool.ts";
import { readOwnRows } from "./export-store.ts";

export interface ExportDeps {
  sql: Sql;
  now: () => Date;
  readAccount: (userId: string) => Promise<AccountFigures>;
  /** The newest trades that somebody took part in. */
  readTrades: (userId: string) => Promise<Trade[]>;
}

/** All that is kept of a person, for themselves. Amounts in the lists are as the tables have them. */
export async function exportOwnData(deps: ExportDeps, userId: string): Promise<OwnData> {
  const rows = await deps.sql.begin("isolation level repeatable read read only", (tx) => readOwnRows(tx, userId));
  return {
    madeAt: deps.now().toISOString(),
    ...rows,
    account: { ...(await deps.readAccount(userId)) },
    recentTrades: (await deps.readTrades(userId)).map((trade) => ({ ...trade })),
  };
}
