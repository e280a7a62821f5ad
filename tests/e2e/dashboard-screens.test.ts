import { messages } from "@wazi/contracts";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, NO_BROWSER } from "../harness/browser.ts";
import { closePage, cutOff, expectRefused, expectToast, look, made, openAs, press } from "../harness/investor-page.ts";
import { serveScriptedBots, type ServedScriptedBots } from "../harness/served-scripted-bots.ts";
import type { TestClient } from "../harness/test-app.ts";

const TITLE = NO_BROWSER ? ` (skipped: ${NO_BROWSER})` : "";
const forex = { index: 0, name: "Alpha-Forex-01" };
const PREVIEW_MS = 5 * 60_000;

let served: ServedScriptedBots;
let browser: Browser;

beforeAll(async () => {
  if (NO_BROWSER) return;
  served = await serveScriptedBots();
  browser = await launchBrowser();
});

afterAll(async () => {
  if (NO_BROWSER) return;
  await browser.close();
  expect(await served.test.differences()).toEqual([]);
  await served.stop();
});

const adjust = (client: TestClient, figures: Record<string, string>) =>
  made(served.test.admin, "POST", `/api/admin/users/${client.userId}/balance`, { ...figures, reason: "Goodwill" });

const activate = (client: TestClient, allocatedAmount: string, index = forex.index) =>
  made(client, "POST", "/api/user/bots/activate", { botId: served.bots.ids[index], allocatedAmount });

describe("the dashboard", () => {
  it.skipIf(NO_BROWSER !== "")(`of a beginner is empty, and offers no transfer${TITLE}`, async () => {
    const opened = await openAs(browser, served, await served.test.signUp(), "/dashboard");
    const { page } = opened;
    await page.getByText("No trades yet. Your bots will start trading soon!").waitFor();
    await page.getByRole("heading", { name: "Welcome, Amina" }).waitFor();
    for (const name of ["Transfer running profits", "Transfer from investment fund"])
      expect(await page.getByRole("button", { name }).isDisabled()).toBe(true);
    expect(await page.getByTestId("simulated-trade").count()).toBe(0);
    expect(await page.getByTestId("active-bots").innerText()).toBe("0");
    await look(page, "dashboard-empty");
    await page.route("**/api/auth/user", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as object), firstName: "" } });
    });
    await page.reload();
    await page.getByRole("heading", { name: "Welcome, Trader" }).waitFor();
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`shows a tagged preview until the bots have really traded${TITLE}`, async () => {
    const client = await served.test.funded("1000");
    await activate(client, "400");
    const opened = await openAs(browser, served, client, "/deposit");
    const { page } = opened;
    await page.clock.install();
    await page.goto("/dashboard");
    await page.getByText("Simulated preview, not your trades").waitFor();
    const rows = page.getByTestId("simulated-trade");
    expect([3, 4, 5]).toContain(await rows.count());
    const first = await rows.allInnerTexts();
    expect(first.join()).not.toContain("$");
    for (const text of first) expect(text).toMatch(/(EUR|GBP|USD|AUD)\/\w{3}\s+(Buy|Sell)/);
    await look(page, "dashboard-preview");
    await page.clock.fastForward(PREVIEW_MS);
    await expect.poll(() => rows.allInnerTexts()).not.toEqual(first);

    await served.bots.open(forex.index, { side: "buy", price: 100, exposure: "0.5" });
    await served.bots.close(forex.index, 101);
    await page.reload();
    await page.getByTestId("trade").first().waitFor();
    expect(await page.getByText("Simulated preview, not your trades").count()).toBe(0);
    expect(await rows.count()).toBe(0);
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`says what of a profit was granted, and transfers it${TITLE}`, async () => {
    const client = await served.test.funded("1000");
    await adjust(client, { totalProfit: "25.00" });
    const opened = await openAs(browser, served, client, "/dashboard");
    const { page } = opened;
    await page.getByText("of which adjustments $25.00").waitFor();
    await press(page, "Transfer running profits");
    await expectRefused(page, "Transfer to balance", "Invalid Amount", messages.invalidAmount);
    await page.getByLabel("Amount (USD)").fill("25.01");
    await expectRefused(page, "Transfer to balance", "Insufficient Funds", messages.overRunningProfit("25.00"));
    await look(page, "transfer-profit-refused");
    await page.getByLabel("Amount (USD)").fill("25");
    await cutOff(page, "/api/user/profit/transfer", "POST", async () => {
      await press(page, "Transfer to balance");
      await expectToast(page, "Transfer Failed", "Failed to transfer profits");
    });
    await press(page, "Transfer to balance");
    await expectToast(page, "Profit Transfer Successful", "Profits transferred to your account balance.");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await expect.poll(() => page.getByTestId("profit-funds").getAttribute("value")).toBe("25.00");
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(
    `transfers from the investment fund, and closes what is left too small${TITLE}`,
    async () => {
      const client = await served.test.funded("1000");
      await activate(client, "150");
      const opened = await openAs(browser, served, client, "/dashboard");
      const { page } = opened;
      await press(page, "Transfer from investment fund");
      await page.getByText("Bots with allocation below USD 100 are automatically disabled").waitFor();
      await page.getByLabel("Amount (USD)").fill("0");
      await expectRefused(page, "Transfer to balance", "Invalid Amount", messages.invalidAmount);
      await page.getByLabel("Amount (USD)").fill("150.01");
      await expectRefused(page, "Transfer to balance", "Insufficient Funds", messages.overInvestmentFund("150.00"));
      await page.getByLabel("Amount (USD)").fill("60");
      await cutOff(page, "/api/user/investment/transfer", "POST", async () => {
        await press(page, "Transfer to balance");
        await expectToast(page, "Transfer Failed", "Failed to transfer funds");
      });
      await press(page, "Transfer to balance");
      await expectToast(
        page,
        "Transfer Successful",
        "Funds transferred to your account balance. Bots below minimum allocation have been disabled.",
      );
      await expect.poll(() => page.getByTestId("active-bots").innerText()).toBe("0");
      await closePage(opened);
    },
  );

  it.skipIf(NO_BROWSER !== "")(`has every place in its menu on a phone, and two ways out${TITLE}`, async () => {
    const client = await served.test.signUp();
    const opened = await openAs(browser, served, client, "/dashboard", { width: 360 });
    const { page } = opened;
    await press(page, "Menu");
    for (const name of ["Dashboard", "Bots", "Deposit", "Withdraw", "Verification"])
      expect(
        await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).count(),
      ).toBe(1);
    await look(page, "menu");
    await cutOff(page, "/api/auth/signout", "POST", async () => {
      await page.getByRole("button", { name: "Sign Out" }).click();
      await expectToast(page, "Sign Out Failed", "Failed to sign out");
    });
    await page.getByRole("button", { name: "Sign Out" }).click();
    await page.waitForURL("**/signin");
    await closePage(opened);
    const again = await openAs(browser, served, client, "/dashboard");
    await again.page.getByRole("button", { name: "Homepage" }).click();
    await again.page.waitForURL("**/landing");
    expect((await again.context.cookies()).map(({ name }) => name)).not.toContain("signed_in");
    await closePage(again);
  });
});

describe("the bots page", () => {
  it.skipIf(NO_BROWSER !== "")(`checks an allocation, activates and deactivates${TITLE}`, async () => {
    const opened = await openAs(browser, served, await served.test.funded("500"), "/bots");
    const { page } = opened;
    await press(page, `Activate ${forex.name}`);
    await expectRefused(page, "Activate bot", "Invalid Amount", messages.invalidAllocation);
    await look(page, "activate-refused");
    await page.getByLabel("Allocation amount (USD)").fill("100");
    await cutOff(page, "/api/user/bots/activate", "POST", async () => {
      await press(page, "Activate bot");
      await expectToast(page, "Activation Failed", "Failed to activate bot");
    });
    await press(page, "Activate bot");
    await expectToast(page, "Bot Activated");
    await press(page, `Deactivate ${forex.name}`);
    await cutOff(page, "/api/user/bots/deactivate", "POST", async () => {
      await press(page, "Deactivate bot");
      await expectToast(page, "Deactivation Failed", "Failed to deactivate bot");
    });
    await press(page, "Deactivate bot");
    await expectToast(page, "Bot Deactivated");
    await closePage(opened);
  });
});
