import { afterAll, beforeAll, it } from "vitest";
import type { Browser } from "playwright-core";
import { openAsAdmin } from "../harness/back-office-page.ts";
import { launchBrowser } from "../harness/browser.ts";
import { made } from "../harness/investor-page.ts";
import { serveScriptedBots, type ServedScriptedBots } from "../harness/served-scripted-bots.ts";

let served: ServedScriptedBots;
let browser: Browser;
beforeAll(async () => {
  served = await serveScriptedBots();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await served.stop();
});
it("looks", async () => {
  const client = await served.test.signUp({ firstName: "Chukwuemeka", lastName: "Nwachukwu-Adeyemi", preferredMarket: "commodities", riskTolerance: "medium", marketingOptIn: true });
  const d = await made<{ id: string }>(client, "POST", "/api/user/deposits", { amount: "12500", currency: "USDT", network: "TRC20" });
  await made(served.test.admin, "POST", `/api/admin/deposits/${d.id}/approve`, { status: "completed" });
  for (const [i, amount] of [[0, "3000"], [5, "1250.50"], [1, "400"]] as const)
    await made(client, "POST", "/api/user/bots/activate", { botId: served.bots.ids[i], allocatedAmount: amount });
  await served.bots.open(1, { side: "buy", price: 100, exposure: "3" });
  await served.bots.close(1, 112);
  await served.bots.open(5, { side: "sell", price: 100, exposure: "0.2" });
  await served.bots.close(5, 103);
  await made(client, "POST", "/api/user/profit/transfer", { amount: "5" });
  await served.bots.open(5, { side: "buy", price: 100, exposure: "0.5" });
  await served.makeStale();
  await made(client, "POST", "/api/user/bots/deactivate", { botId: served.bots.ids[5] });
  await made(client, "POST", "/api/user/withdrawals", { amount: "2500", withdrawalType: "crypto", currency: "USDT", network: "TRC20", destinationAddress: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8" });
  await made(client, "POST", "/api/user/deposits", { amount: "250", currency: "USDT", network: "TRC20" });
  await made(served.test.admin, "POST", `/api/admin/users/${client.userId}/balance`, { totalProfit: "25.00", reason: "Compensation for the outage of 3 November, agreed with the customer by telephone" }).catch((e) => console.log(String(e).slice(0, 300)));
  await served.test.sql`update deposits set created_at = now() - interval '3 hours' where status = 'pending'`.catch(() => undefined);
  const opened = await openAsAdmin(browser, served, `/admin/users/${client.userId}`);
  const { page } = opened;
  const shots: [number, number, "light" | "dark"][] = [[1440, 1100, "light"], [1440, 1100, "dark"], [768, 1100, "light"], [360, 2600, "light"], [360, 2600, "dark"]];
  const shoot = async (name: string) => {
    for (const [width, height, theme] of shots) {
      await page.setViewportSize({ width, height });
      await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
      await page.waitForTimeout(700);
      await page.screenshot({ path: `/tmp/w3-pics/l-${name}-${width}-${theme}.png` });
    }
    await page.setViewportSize({ width: 1440, height: 1100 });
  };
  await page.locator("[data-record]").nth(4).waitFor();
  await page.locator("[data-record]").nth(6).click();
  await shoot("movements");
  for (const s of ["deposits", "withdrawals", "audit", "sessions"]) {
    await page.goto(`/admin/users/${client.userId}?section=${s}`);
    await page.getByRole("tabpanel").locator("[data-record]").first().waitFor();
    await shoot(s);
  }
  await page.goto(`/admin/audit`);
  await page.locator("[data-record]").nth(3).waitFor();
  await shoot("auditlog");
});
