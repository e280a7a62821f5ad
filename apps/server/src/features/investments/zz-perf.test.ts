import { it } from "vitest";
import { activate } from "../../../../../tests/harness/money-calls.ts";
import { startScriptedBots } from "../../../../../tests/harness/scripted-bots.ts";
import { startTestApp } from "../../../../../tests/harness/test-app.ts";
import { openPool } from "../../db/pool.ts";
it("perf", async () => {
  const test = await startTestApp();
  const bots = await startScriptedBots(test);
  const client = await test.funded("2000");
  for (const b of [0, 1, 2]) await activate(client, bots.ids[b], "300");
  const owner = openPool(test.database.url, { role: null, max: 1 });
  await owner.unsafe("set statement_timeout = 0; set session_replication_role = replica");
  const [tx] = await owner<{ id: string }[]>`select min(id)::text as id from ledger_transactions`;
  for (const b of [0, 1, 2]) for (let part = 0; part < 4; part += 1)
    await owner.unsafe(`set statement_timeout = 0; insert into bot_trades (bot_id, series, sequence, symbol, side, exposure, entry_price, exit_price, opened_at, executed_at, entry_bar_time, bar_time, reason, feed, nav_before, nav_after, units, pool_gain, opening_id, transaction_id, lowest_nav)
      select '${bots.ids[b]}', 1, n, case when n % 3 = 0 then 'A' else 'B' end, case when n % 2 = 0 then 'buy' else 'sell' end, 1, 1, 1, now(), now() - (1000000 - n) * interval '10 seconds', now(), now(), 'signal', 'simulated', 1, case when n % 2 = 0 then 1.01 else 0.99 end, 100, 1, gen_random_uuid(), ${tx!.id}, 1 from generate_series(${part * 83000 + 1}, ${(part + 1) * 83000}) n`);
  await owner.unsafe("analyze bot_trades");
  const time = async (name: string, path: string): Promise<any> => {
    let best = Infinity, answer: any;
    for (let i = 0; i < 8; i += 1) { const t = performance.now(); answer = (await client.call("GET", path)).body; best = Math.min(best, performance.now() - t); }
    console.info(name, best.toFixed(1), "ms", answer.items?.length ?? answer.points?.length ?? answer.length);
    return answer;
  };
  await time("plain", "/api/user/trades");
  let page = await time("first page", "/api/user/trades?limit=50");
  const [mid] = await owner<{ id: string; at: string }[]>`select id::text, to_char(executed_at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from bot_trades order by id offset 400000 limit 1`;
  const print = Buffer.from(page.nextCursor, "base64url").toString().split(" ")[0];
  await time("deep page", `/api/user/trades?limit=50&cursor=${Buffer.from([print, mid!.at, mid!.id].join(" ")).toString("base64url")}`);
  await time("won", "/api/user/trades?limit=50&outcome=won");
  await time("symbol A", "/api/user/trades?limit=50&symbol=A");
  await time("symbol none", "/api/user/trades?limit=50&symbol=none");
  await time("to", "/api/user/trades?limit=50&to=2026-09-01T00:00:00Z");
  await time("bot trades", `/api/bots/${bots.ids[0]}/trades`);
  await time("bot trades to", `/api/bots/${bots.ids[0]}/trades?to=2026-09-01T00:00:00Z`);
  await time("history 366", "/api/user/balance-history?days=366");
  await owner.end(); await test.close();
});
