import { activate, deactivate, mpesa, settleWithdrawal, transferInvestment, transferProfit } from "./money-calls.ts";
import type { ScriptedBots } from "./scripted-bots.ts";
import { createSeededRandom } from "../../lab/commands/seeding/seeded-random.ts";
import type { TestApp, TestClient } from "./test-app.ts";

/** Opens a trade of a bot and closes it at another price. */
export async function trade(bots: ScriptedBots, bot: number, from: number, to: number): Promise<void> {
  await bots.open(bot, { side: "buy", price: from, exposure: "1" });
  await bots.close(bot, to);
}

/** Some time of an investor's life with the first two bots: whatever is refused is refused. */
export async function liveALife(
  { test, bots }: { test: TestApp; bots: ScriptedBots },
  client: TestClient,
  seed: number,
  steps: number,
): Promise<void> {
  const random = createSeededRandom(seed);
  const amount = (most: number): string => (Number(random.integer(1, most * 100)) / 100).toFixed(2);
  const adjust = (body: object): Promise<unknown> =>
    test.admin.call("POST", `/api/admin/users/${client.userId}/balance`, body);
  for (let step = 0; step < steps; step += 1) {
    const bot = Number(random.integer(0, 1));
    const botId = bots.ids[bot];
    switch (Number(random.integer(0, 8))) {
      case 0:
      case 1:
        await activate(client, botId, amount(600));
        break;
      case 2:
        await trade(bots, bot, 100, 90 + Number(random.integer(0, 25)));
        break;
      case 3:
        await transferInvestment(client, amount(200));
        break;
      case 4:
        await transferProfit(client, amount(20));
        break;
      case 5:
        await deactivate(client, botId);
        break;
      case 6: {
        const answer = await client.call("POST", "/api/user/withdrawals", mpesa(amount(150)));
        const status = random.next() < 0.5 ? "completed" : "rejected";
        if (answer.status === 201) await settleWithdrawal(test.admin, (answer.body as { id: string }).id, { status });
        break;
      }
      case 7:
        await adjust({ totalProfit: amount(50), reason: `Correction ${step}` });
        break;
      default:
        await adjust({ balance: amount(3_000) });
    }
  }
}
