import type { Market } from "@wazi/contracts";
import type { Queryable } from "../../platform/db/pool.ts";

export interface EvidenceBot {
  id: string;
  name: string;
  market: Market;
  strategy: string;
}

/** Lists the bots in catalogue order. */
export function listEvidenceBots(sql: Queryable): Promise<EvidenceBot[]> {
  return sql<EvidenceBot[]>`select id, name, market, strategy from trading_bots where is_active order by place`;
}
