import { poolAccount } from "@wazi/domain";
import type { Sql } from "../../platform/db/pool.ts";
import { catalogue } from "./catalogue.ts";

/** Creates the catalogue's missing bots, each with a pool and a ledger account. Two processes may run it at once. */
export async function seedBots(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    for (const [place, bot] of catalogue.entries()) {
      const [made] = await tx<{ id: string }[]>`
        insert into trading_bots (place, name, description, market, strategy, win_rate, total_trades)
        values (${place}, ${bot.name}, ${bot.description}, ${bot.market}, ${bot.strategy}, ${bot.winRate}, ${bot.totalTrades})
        on conflict (name) do nothing returning id`;
      if (!made) continue;
      await tx`insert into pools (bot_id) values (${made.id})`;
      await tx`insert into ledger_accounts (code) values (${poolAccount(made.id)})`;
    }
  });
}
