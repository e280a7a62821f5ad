import { messages, STREAM_SLACK_MS } from "@wazi/contracts";
import { describe, expect } from "vitest";
import { dashboardPaths } from "../../lab/bench/money-load/money-requests.ts";
import { browserTest } from "../harness/browser-test.ts";
import {
  press,
  expectToast,
  expectRefused,
  expectAccessible,
  abortRequests,
  callApi,
  delayAnswer,
} from "../harness/page-actions.ts";
import { buildEvidence, recordEvidence } from "../harness/recorded-evidence.ts";
import type { TestClient } from "../harness/test-app.ts";
import type { TestSite } from "../harness/test-site.ts";

const it = browserTest;

/** Longer than updates are gathered. */
const QUIET_MS = 1_000;
const withoutStart = (path: string): string => path.replace(/from=[^&]+/, "from=");

const forex = { index: 0, name: "Alpha-Forex-01" };

const adjust = (site: TestSite, client: TestClient, figures: Record<string, string>) =>
  callApi(site.test.admin, "POST", `/api/admin/users/${client.userId}/balance`, { ...figures, reason: "Goodwill" });

const activate = (site: TestSite, client: TestClient, allocatedAmount: string, index = forex.index) =>
  callApi(client, "POST", "/api/user/bots/activate", { botId: site.bots.ids[index], allocatedAmount });

describe("the dashboard", () => {
  it("of a new investor is a checklist, and practice money leads to a first bot", async ({ pages, site }) => {
    const client = await site.test.signUp();
    const { page } = await pages.openAs(client, "/dashboard");
    await page.getByText("No trades yet. Your bots will start trading soon!").waitFor();
    await page.getByRole("heading", { name: "Welcome, Amina" }).waitFor();
    await page.getByRole("heading", { name: "Three steps to your first bot" }).waitFor();
    expect(await page.getByRole("button", { name: /^Transfer/ }).count()).toBe(0);
    expect(await page.getByTestId("earlier-trade").count()).toBe(0);
    await expectAccessible(page, "dashboard-empty");
    await press(page, "Get $1,000 practice money");
    await expect.poll(() => page.getByTestId("worth-now").getAttribute("value")).toBe("1000.00");
    await expect.poll(() => page.getByTestId("active-bots").innerText()).toBe("0");
    expect(await page.getByRole("button", { name: /^Transfer/ }).count()).toBe(0);
    await page.getByRole("link", { name: "Choose your first bot" }).first().waitFor();
    await activate(site, client, "300");
    await delayAnswer(page, "/candles?*", async () => {
      await page.reload();
      await page.getByRole("heading", { name: "What your bots are watching" }).waitFor();
      await expectAccessible(page, "dashboard-prices-loading");
    });
    await page
      .getByRole("region", { name: "What your bots are watching" })
      .getByText("Loading…")
      .waitFor({ state: "detached" });
    expect(await page.getByRole("button", { name: "Transfer running profits" }).isDisabled()).toBe(true);
    expect(await page.getByRole("button", { name: "Transfer from investment fund" }).isEnabled()).toBe(true);
    await page
      .getByRole("region", { name: "Trading Bots" })
      .getByRole("link", { name: /^Alpha-Forex-01/ })
      .waitFor();
    await expectAccessible(page, "dashboard-first-bot");
    await page.route("**/api/auth/user", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as object), firstName: "" } });
    });
    await page.reload();
    await page.getByRole("heading", { name: "Welcome, Trader" }).waitFor();
  });

  it("reads each thing once when it opens", async ({ pages, site }) => {
    // Another bot than those of the other tests.
    const traded = 4;
    const client = await site.test.funded("1000");
    await activate(site, client, "400", traded);
    for (let round = 0; round < 3; round += 1) {
      await site.bots.open(traded, { side: "buy", price: 100, exposure: "1" });
      await site.bots.close(traded, 101);
    }
    // The first stream of a process makes its page read everything again.
    const other = await pages.openAs(await site.test.signUp(), "/dashboard");
    const { page } = await pages.openAs(client, "/favicon.svg", { width: 390 });
    // Changes of the last seconds are read again, because a request may have taken this long.
    // oxlint-disable-next-line wazi/no-fixed-sleeps -- the slack is a length of time
    await other.page.waitForTimeout(STREAM_SLACK_MS + 2 * QUIET_MS);
    await page.goto("/dashboard");
    await page.getByTestId("total-now").waitFor();
    // oxlint-disable-next-line wazi/no-fixed-sleeps -- quiet is a length of time
    await page.waitForTimeout(QUIET_MS);
    const loaded = await page.evaluate<string[]>(
      "performance.getEntriesByType('resource').map(({ name }) => name.replace(location.origin, ''))",
    );
    expect(
      loaded
        .filter((path) => path.startsWith("/api/"))
        .map(withoutStart)
        .sort(),
    ).toEqual(dashboardPaths.map(withoutStart).sort());
  });

  it("shows backtest trades, then closings from before, until the bots have traded", async ({ pages, site }) => {
    await recordEvidence(site.test.sql, [buildEvidence(forex.name)]);
    const early = await site.test.funded("1000");
    await activate(site, early, "400");
    const { page } = await pages.openAs(early, "/dashboard");
    const rows = page.getByTestId("earlier-trade");
    const card = page.getByRole("region", { name: "Recent Trades" });
    await card.getByText("BACKTEST", { exact: true }).waitFor();
    expect(await rows.count()).toBe(5);
    for (const text of await rows.allInnerTexts()) expect(text).toMatch(/\d{4}[^]*EUR\/USD\s+(Buy|Sell)/);
    expect(await card.innerText()).not.toContain("$");
    await expectAccessible(page, "dashboard-backtest");

    await site.bots.open(forex.index, { side: "buy", price: 100, exposure: "0.5" });
    await site.bots.close(forex.index, 101);
    await page.reload();
    await page.getByTestId("trade").first().waitFor();
    expect(await rows.count()).toBe(0);

    const late = await site.test.funded("1000");
    await activate(site, late, "400");
    const other = await pages.openAs(late, "/dashboard");
    await other.page.getByText("Before you joined", { exact: true }).waitFor();
    expect(await other.page.getByTestId("earlier-trade").allInnerTexts()).toEqual([
      expect.stringMatching(/EUR\/USD\s+Buy/) as string,
    ]);
    await other.page.getByText("They did not move your money.", { exact: false }).waitFor();
  });

  it("shows which part of a profit was granted, and transfers it", async ({ pages, site }) => {
    const client = await site.test.funded("1000");
    await adjust(site, client, { totalProfit: "25.00" });
    const { page } = await pages.openAs(client, "/dashboard");
    await page.getByText("of which adjustments $25.00").waitFor();
    await press(page, "Transfer running profits");
    await expectRefused(page, "Transfer to balance", "Invalid Amount", messages.invalidAmount);
    await page.getByLabel("Amount (USD)").fill("25.01");
    await expectRefused(page, "Transfer to balance", "Insufficient Funds", messages.overRunningProfit("25.00"));
    await expectAccessible(page, "transfer-profit-refused");
    await page.getByLabel("Amount (USD)").fill("25");
    await abortRequests(page, "/api/user/profit/transfer", "POST", async () => {
      await press(page, "Transfer to balance");
      await expectToast(page, "Transfer Failed", "Failed to transfer profits");
    });
    await press(page, "Transfer to balance");
    await expectToast(page, "Profit Transfer Successful", "Profits transferred to your account balance.");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await expect.poll(() => page.getByTestId("profit-funds").getAttribute("value")).toBe("25.00");
  });

  it("transfers from the investment fund and closes positions that become too small", async ({ pages, site }) => {
    const client = await site.test.funded("1000");
    await activate(site, client, "150");
    const { page } = await pages.openAs(client, "/dashboard");
    await press(page, "Transfer from investment fund");
    await page.getByText("Bots with allocation below USD 100 are automatically disabled").waitFor();
    await page.getByLabel("Amount (USD)").fill("0");
    await expectRefused(page, "Transfer to balance", "Invalid Amount", messages.invalidAmount);
    await page.getByLabel("Amount (USD)").fill("150.01");
    await expectRefused(page, "Transfer to balance", "Insufficient Funds", messages.overInvestmentFund("150.00"));
    await page.getByLabel("Amount (USD)").fill("60");
    await abortRequests(page, "/api/user/investment/transfer", "POST", async () => {
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
  });

  it("has all pages and sign-out in its menu on a phone", async ({ pages, site }) => {
    const client = await site.test.signUp();
    const opened = await pages.openAs(client, "/dashboard", { width: 360 });
    const { page } = opened;
    await press(page, "Menu");
    for (const name of ["Dashboard", "Bots", "Deposit", "Withdraw", "Verification"])
      expect(
        await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).count(),
      ).toBe(1);
    await expectAccessible(page, "menu");
    await abortRequests(page, "/api/auth/signout", "POST", async () => {
      await page.getByRole("button", { name: "Sign Out" }).click();
      await expectToast(page, "Sign Out Failed", "Failed to sign out");
    });
    await page.getByRole("button", { name: "Sign Out" }).click();
    await page.waitForURL("**/signin");
    await pages.close(opened);
    const again = await pages.openAs(client, "/dashboard");
    await press(again.page, "Homepage");
    await press(again.page, "Stay signed in");
    expect((await again.context.cookies()).map(({ name }) => name)).toContain("signed_in");
    await press(again.page, "Homepage");
    await press(again.page, "Sign out and leave");
    await again.page.waitForURL("**/landing");
    expect((await again.context.cookies()).map(({ name }) => name)).not.toContain("signed_in");
  });
});

describe("the bots page", () => {
  it("validates the allocation, activates and deactivates", async ({ pages, site }) => {
    const { page } = await pages.openAs(await site.test.funded("500"), "/bots");
    await press(page, `Activate ${forex.name}`);
    await expectRefused(page, "Activate bot", "Invalid Amount", messages.invalidAllocation);
    await expectAccessible(page, "activate-refused");
    await page.getByLabel("Allocation amount (USD)").fill("100");
    await abortRequests(page, "/api/user/bots/activate", "POST", async () => {
      await press(page, "Activate bot");
      await expectToast(page, "Activation Failed", "Failed to activate bot");
    });
    await press(page, "Activate bot");
    await expectToast(page, "Bot Activated");
    await press(page, `Deactivate ${forex.name}`);
    await abortRequests(page, "/api/user/bots/deactivate", "POST", async () => {
      await press(page, "Deactivate bot");
      await expectToast(page, "Deactivation Failed", "Failed to deactivate bot");
    });
    await press(page, "Deactivate bot");
    await expectToast(page, "Bot Deactivated");
  });
});
