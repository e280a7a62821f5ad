import type { BrokerFills } from "@wazi/contracts";
import { describe, expect } from "vitest";
import { browserTest } from "../harness/browser-test.ts";
import { activate } from "../harness/money-calls.ts";
import { expectAccessible } from "../harness/page-actions.ts";
import { DIVIDEND, practiceBrokerSettings, startPracticeBroker, TITAN } from "../harness/practice-broker.ts";
import { takePictures } from "../harness/take-pictures.ts";

const it = browserTest
  .extend("settings", { scope: "file" }, () => practiceBrokerSettings)
  .extend("broker", { scope: "file" }, async ({ site }, { onCleanup }) => {
    const broker = await startPracticeBroker(site.test);
    onCleanup(() => broker.venue.close());
    return broker;
  });

describe("the page of a bot whose orders go to a broker", () => {
  it("shows each fill beside the recorded trade, and the sum of the differences", async ({ site, pages, broker }) => {
    const { bots, order, venue, wait } = broker;
    const botId = bots.ids[TITAN]!;
    const investor = await site.test.funded("9000");
    const { page } = await pages.openAs(investor, `/bots/${botId}`);
    const sheet = page.getByRole("region", { name: "Its fills at the broker" });
    await sheet.getByText("No orders have been sent to the broker yet.", { exact: false }).waitFor();
    await sheet.getByText("Orders go to the broker's practice account.", { exact: false }).waitFor();

    for (const bot of [TITAN, DIVIDEND]) {
      expect((await activate(investor, bots.ids[bot], "2000")).status).toBe(200);
      await bots.open(bot, { side: "buy", price: 500, exposure: "0.5" });
    }
    await order(500, "500.10");
    await bots.price(TITAN, 510);
    const added = await investor.call("POST", "/api/user/bots/top-up", { botId, amount: "500" });
    expect(added.status).toBe(200);
    await order(510, "509.90");
    await bots.close(TITAN, 520);
    await order(520, "519.50");
    venue.next.push("reject", "wait");
    await bots.open(TITAN, { side: "buy", price: 520, exposure: "0.5" });
    await order(520, "520");
    wait(61_000);
    await order(520, "520");

    await page.route("**/api/bots/*/fills*", (route) => route.fulfill({ status: 503, json: {} }));
    await page.reload();
    await sheet.getByText("Could not load the fills at the broker").waitFor();
    await page.unrouteAll();

    await page.reload();
    await expect.poll(() => sheet.getByRole("row").count()).toBe(6);
    const rows = await sheet.getByRole("row").allInnerTexts();
    const inWords = rows.map((row) => row.replaceAll(/\s+/g, " "));
    expect(inWords[1]).toMatch(/SPY Buy Trade opened .* Not filled yet –$/);
    expect(inWords[2]).toMatch(/SPY Buy Trade opened .* Refused by the broker –$/);
    expect(inWords[3]).toMatch(/SPY Sell Trade closed .* 519\.922 519\.50 −\$\d+\.\d{4}$/);
    expect(inWords[4]).toMatch(/SPY Buy Money came in .* 510\.0408 509\.90 \+\$\d+\.\d{4}$/);
    expect(inWords[5]).toMatch(/SPY Buy Trade opened Shared order .* 500\.075 500\.10 −\$\d+\.\d{4}$/);
    // The sum is that of the figures that are shown.
    const differences = await sheet.getByRole("cell").locator("data").all();
    const shown = await Promise.all(differences.map(async (each) => Number(await each.getAttribute("value"))));
    const sum = Number(await sheet.getByTestId("fills-sum").getAttribute("value"));
    expect(shown).toHaveLength(3);
    expect(Math.round(shown.reduce((total, value) => total + value, 0) * 10_000)).toBe(Math.round(sum * 10_000));
    await sheet.getByText(/^3 fills compared, since /).waitFor();
    await sheet.getByText("The broker's prices were worse than the recorded prices.").waitFor();
    await sheet.getByText("How we compare").click();
    await sheet.getByText("One order can be for several trades.", { exact: false }).waitFor();
    await expectAccessible(page, "broker-fills");
    await takePictures(page, "broker-fills");

    // As with real money, and with more than one page.
    await page.route("**/api/bots/*/fills*", async (route) => {
      const response = await route.fetch({ url: route.request().url().replace("limit=20", "limit=3") });
      const data = (await response.json()) as BrokerFills;
      await route.fulfill({ response, json: { ...data, broker: { isPractice: false } } });
    });
    await page.reload();
    await sheet
      .getByText("We bear the difference to the broker's price, and the broker's fees.", { exact: false })
      .waitFor();
    expect(await sheet.getByRole("row").count()).toBe(4);
    await sheet.getByRole("button", { name: "Show more" }).click();
    await expect.poll(() => sheet.getByRole("row").count()).toBe(6);
    await page.unrouteAll();

    // Forex has no broker here.
    await page.goto(`/bots/${bots.ids[0]!}`);
    await page.getByRole("heading", { name: "What it holds now" }).waitFor();
    venue.fillWaiting();
    await order(520, "520");
  });
});
