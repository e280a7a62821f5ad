import { messages } from "@wazi/contracts";
import { describe, expect } from "vitest";
import { browserTest } from "../harness/browser-test.ts";
import {
  press,
  expectToast,
  expectFieldError,
  expectAccessible,
  abortRequests,
  callApi,
} from "../harness/page-actions.ts";
import type { TestClient } from "../harness/test-app.ts";
import type { TestSite } from "../harness/test-site.ts";

const it = browserTest;

const TOAST_MS = 2_000;

const requestWithdrawal = (client: TestClient, amount: string) =>
  callApi<{ id: string }>(client, "POST", "/api/user/withdrawals", {
    amount,
    withdrawalType: "mpesa",
    country: "Kenya",
    phoneNumber: "+254712345678",
  });

const settle = (site: TestSite, id: string, status: "completed" | "rejected") =>
  callApi(site.test.admin, "POST", `/api/admin/withdrawals/${id}/approve`, { status, transactionHash: `QK${id}` });

describe("the deposit page", () => {
  it("validates the amount and shows an address to scan or copy", async ({ pages, site }) => {
    const { page, context } = await pages.openAs(await site.test.signUp(), "/deposit");
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await expectFieldError(page, "Review deposit", messages.invalidDeposit);
    await page.getByLabel("Amount (USD equivalent)").fill("99.99");
    await expectFieldError(page, "Review deposit", messages.depositTooSmall);
    await expectAccessible(page, "deposit-refused");
    await page.getByLabel("Amount (USD equivalent)").fill("250");
    await page.getByLabel("Network").selectOption("ERC20");
    await page.getByLabel("Cryptocurrency").selectOption("BTC");
    expect(await page.getByLabel("Network").inputValue()).toBe("BTC");
    await page.getByLabel("Cryptocurrency").selectOption("USDT");
    expect(await page.getByLabel("Network").inputValue()).toBe("TRC20");
    await page.reload();
    await expect.poll(() => page.getByLabel("Amount (USD equivalent)").inputValue()).toBe("250");
    await press(page, "Review deposit");
    const review = page.getByTestId("review");
    await review.getByText("USDT on TRC20", { exact: true }).waitFor();
    await review.getByText("We promise no time.", { exact: false }).waitFor();
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Check your deposit");
    await expectAccessible(page, "deposit-review");
    await press(review, "Change it");
    expect(await page.getByLabel("Amount (USD equivalent)").inputValue()).toBe("250");
    await press(page, "Review deposit");
    await abortRequests(page, "/api/user/deposits", "POST", async () => {
      await press(page, "Create Deposit");
      await expectToast(page, "Error", "Failed to create deposit request");
    });
    await press(page, "Create Deposit");
    await expectToast(page, "Deposit Request Created", "Send your crypto to the wallet address below");
    await page.getByText("Test network: do not send real money").waitFor();
    expect(await page.evaluate("document.activeElement.textContent")).toContain("one pending deposit at a time");
    const progress = page.getByRole("list", { name: "Progress of this deposit" });
    expect(await progress.locator('[aria-current="step"]').innerText()).toContain("Send 250.00 USDT");
    expect(await page.getByTestId("countdown").innerText()).toMatch(/^1[45]:[0-5]\d$/);
    const address = await page.getByTestId("deposit-address").innerText();
    const code = page.getByRole("img", { name: "QR code of the address" });
    // The content security policy allows neither style attributes nor data: images.
    expect(await code.evaluate((svg: unknown) => (svg as { outerHTML: string }).outerHTML)).not.toMatch(/style=|href/);
    expect((await code.boundingBox())?.width).toBeGreaterThanOrEqual(160);
    await press(page, "Copy address");
    await expectToast(page, "Copied!");
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(address);
    await expectAccessible(page, "deposit-active");
    await press(page, "Cancel deposit");
    await expectAccessible(page, "deposit-cancel");
    await abortRequests(page, "/api/user/deposits/*/cancel", "POST", async () => {
      await press(page, "Yes, cancel it");
      await expectToast(page, "Error", "Failed to cancel deposit");
    });
    await press(page, "Yes, cancel it");
    await expectToast(page, "Deposit Cancelled");
    await page.getByRole("button", { name: "Review deposit" }).waitFor();
    expect(await page.getByLabel("Amount (USD equivalent)").inputValue()).toBe("");
  });

  it("keeps a pending deposit after closing, and starts another in one click", async ({ pages, site }) => {
    const client = await site.test.signUp();
    const deposit = { amount: "250", currency: "USDT", network: "TRC20" };
    const { id, walletAddress } = await callApi<{ id: string; walletAddress: string }>(
      client,
      "POST",
      "/api/user/deposits",
      deposit,
    );
    const { page } = await pages.openAs(client, "/dashboard");
    await page.clock.install();
    await page.goto("/deposit");
    await page.getByTestId("countdown").waitFor();
    const readAgain = page.waitForRequest((request) => request.url().endsWith("/api/user/deposits"));
    await page.clock.fastForward(15 * 60_000 + 1_000);
    await readAgain;
    await page.getByText("The 15 minutes have passed", { exact: true }).waitFor();
    expect(await page.getByTestId("countdown").innerText()).toBe("0:00");
    await page.getByText("it is still yours").waitFor();
    await page.getByText("This deposit is still pending").waitFor();
    expect(await page.getByTestId("deposit").first().innerText()).toContain("Pending");
    expect(await page.getByTestId("deposit-address").innerText()).toBe(walletAddress);
    await expectAccessible(page, "deposit-closed");
    await press(page, "Cancel and start again");
    await expectToast(page, "Deposit Request Created", "Send your crypto to the wallet address below");
    const list = await callApi<{ id: string; status: string }[]>(client, "GET", "/api/user/deposits");
    expect(list.map(({ status }) => status)).toEqual(["pending", "failed"]);
    expect(list[1]?.id).toBe(id);
  });

  it("shows the latest deposit and up to ten on request", async ({ pages, site }) => {
    const client = await site.test.signUp();
    for (let count = 0; count < 11; count += 1) {
      const deposit = { amount: String(100 + count), currency: "USDT", network: "TRC20" };
      const { id } = await callApi<{ id: string }>(client, "POST", "/api/user/deposits", deposit);
      await callApi(client, "POST", `/api/user/deposits/${id}/cancel`);
    }
    const { page } = await pages.openAs(client, "/deposit");
    const rows = page.getByTestId("deposit");
    await rows.first().waitFor();
    expect(await rows.allInnerTexts()).toEqual([expect.stringContaining("$110.00")]);
    await press(page, "Show More");
    expect(await rows.count()).toBe(10);
    await expectAccessible(page, "deposits-all");
  });
});

describe("the withdrawal page", () => {
  it("validates the amount and the fields of each method", async ({ pages, site }) => {
    const { page } = await pages.openAs(await site.test.funded("500"), "/withdrawal");
    const refused = (message: string) => expectFieldError(page, "Review withdrawal", message);
    await refused(messages.invalidWithdrawal);
    // All at once: the address is missing too.
    await page.locator("form").getByText(messages.walletAddressMissing).waitFor();
    await page.getByLabel("Amount (USD)").fill("500.01");
    await refused(messages.overBalance("500.00"));
    await page.getByLabel("Amount (USD)").fill("9.99");
    await refused(messages.withdrawalTooSmall);
    await page.getByLabel("Amount (USD)").fill("50");
    await refused(messages.walletAddressMissing);
    await expectAccessible(page, "withdrawal-crypto");
    await page.getByRole("tab", { name: "Bank" }).click();
    await refused(messages.bankDetailsMissing);
    await expectAccessible(page, "withdrawal-bank");
    await page.getByRole("tab", { name: "M-Pesa" }).click();
    await refused(messages.mpesaPhoneMissing);
    await expectAccessible(page, "withdrawal-mpesa");
    await page.getByLabel("M-Pesa phone number").fill("0812345678");
    await refused("Please enter an M-Pesa number of Kenya, such as 0712 345 678");
    await page.getByLabel("M-Pesa phone number").fill("0712 345 678");
    await page.reload();
    await expect.poll(() => page.getByLabel("M-Pesa phone number").inputValue()).toBe("0712 345 678");
    expect(await page.getByLabel("Amount (USD)").inputValue()).toBe("50");
    await press(page, "100% (Max)");
    expect(await page.getByLabel("Amount (USD)").inputValue()).toBe("500.00");
    await press(page, "50%");
    await press(page, "Review withdrawal");
    const review = page.getByTestId("review");
    await review.getByText("M-Pesa 0712 345 678, Kenya", { exact: true }).waitFor();
    expect(await review.innerText()).toMatch(/Balance afterwards\s+\$250\.00/);
    await expectAccessible(page, "withdrawal-review");
    await abortRequests(page, "/api/user/withdrawals", "POST", async () => {
      await press(page, "Request Withdrawal");
      await expectToast(page, "Error", "Failed to create withdrawal request");
    });
    await press(page, "Request Withdrawal");
    await expectToast(page, "Withdrawal Created", "The network fee is covered. You never pay to withdraw.");
  });

  it("has no form while a withdrawal is open, says why and leads to it", async ({ pages, site }) => {
    const client = await site.test.funded("500");
    await requestWithdrawal(client, "100");
    const { page } = await pages.openAs(client, "/withdrawal");
    await page.getByText("$100.00 is on its way").waitFor();
    await page.getByText(messages.pendingWithdrawal, { exact: false }).waitFor();
    expect(await page.locator("form").count()).toBe(0);
    await page.getByText("See its progress, or cancel or replace it").click();
    expect(await page.evaluate("document.activeElement.id")).toBe("open-withdrawal");
    const progress = page.getByRole("list", { name: "Progress of the withdrawal" });
    expect(await progress.locator('[aria-current="step"]').innerText()).toMatch(/We decide by .* at the latest\./);
    await page.setViewportSize({ width: 360, height: 800 });
    await page.getByRole("button", { name: "Replace with a smaller amount" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("New amount (USD)").fill("100");
    await dialog.getByRole("button", { name: "Replace withdrawal" }).click();
    await dialog.getByText("Please enter less than $100.00.").waitFor();
    await dialog.getByLabel("New amount (USD)").fill("60.50");
    await dialog.getByText("$39.50").waitFor();
    await expectAccessible(page, "withdrawal-replace");
    await dialog.getByRole("button", { name: "Replace withdrawal" }).click();
    await expectToast(
      page,
      "Withdrawal Replaced",
      "A withdrawal of $60.50 waits now. $39.50 returned to your balance.",
    );
    await page.getByText("$60.50 is on its way").waitFor();
    await page.getByRole("button", { name: "Cancel withdrawal" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel withdrawal" }).click();
    await expectToast(page, "Withdrawal Cancelled", "$60.50 returned to your balance.");
    await page.getByRole("button", { name: "Review withdrawal" }).waitFor();
    await page.getByTestId("withdrawal").first().locator("summary").click();
    await progress.getByText("Cancelled by you").waitFor();
    await expectAccessible(page, "withdrawal-cancelled");
  });

  it("says who pays the network fee and updates its status", async ({ pages, site }) => {
    const client = await site.test.funded("500");
    const { id } = await callApi<{ id: string }>(client, "POST", "/api/user/withdrawals", {
      amount: "100",
      withdrawalType: "crypto",
      currency: "USDT",
      network: "TRC20",
      destinationAddress: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
    });
    const { page } = await pages.openAs(client, "/dashboard");
    await page.clock.install();
    await page.goto("/withdrawal");
    const box = page.getByRole("region", { name: "Network fee" });
    await box.getByText("Covered by the platform. You receive the full amount.").waitFor();
    await box
      .getByText("Never send money to receive a withdrawal. Anyone who asks you to is committing fraud.")
      .waitFor();
    await box.getByText("Set aside by the platform for this payout: 500 TRX").waitFor();
    expect(await box.getByText("Do not send money to it").isVisible()).toBe(false);
    await box.getByText("Details").click();
    await box.getByText("Do not send money to it").waitFor();
    expect(await box.getByRole("button").count()).toBe(0);
    expect(await box.getByRole("img").count()).toBe(0);
    await expectAccessible(page, "withdrawal-pending");

    await page.clock.pauseAt(Date.now() + 60_000);
    for (const [path, everyMs] of [
      ["/api/user/withdrawals", 3_000],
      ["/api/system/settings", 5_000],
    ] as const) {
      for (let round = 0; round < 3; round += 1) {
        const asked = page.waitForResponse((response) => new URL(response.url()).pathname === path);
        await page.clock.runFor(everyMs);
        await asked;
      }
    }
    await settle(site, id, "completed");
    await page.clock.resume();
    await page.getByTestId("withdrawal").getByText("Processed", { exact: true }).waitFor();
    expect(await box.count()).toBe(0);
  });

  it("shows the latest five and the refund of a rejected one", async ({ pages, site }) => {
    const client = await site.test.funded("500");
    for (let count = 0; count < 6; count += 1) {
      const { id } = await requestWithdrawal(client, String(20 + count));
      await settle(site, id, "rejected");
    }
    const { page } = await pages.openAs(client, "/withdrawal");
    const rows = page.getByTestId("withdrawal");
    await rows.first().waitFor();
    expect(await rows.count()).toBe(5);
    expect(await rows.first().innerText()).toMatch(/\$25\.00[\s\S]*Rejected[\s\S]*Kenya[\s\S]*0712 345 678/);
    expect(await page.getByTestId("available-balance").getAttribute("value")).toBe("500.00");
    await expectAccessible(page, "withdrawals-ended");
  });

  it.for([
    { country: "Nigeria", bank: "Nigeria", mpesa: "Kenya" },
    { country: "Tanzania", bank: "Tanzania", mpesa: "Tanzania" },
    { country: "Ghana", bank: "Kenya", mpesa: "Kenya" },
  ])(
    "preselects the investor's country when it is served: $country",
    async ({ country, bank, mpesa }, { pages, site }) => {
      const { page } = await pages.openAs(await site.test.signUp({ country }), "/withdrawal");
      await page.getByRole("tab", { name: "Bank" }).click();
      expect(await page.getByLabel("Country").inputValue()).toBe(bank);
      expect(await page.getByLabel("Bank name").locator("option").count()).toBe(7);
      await page.getByRole("tab", { name: "M-Pesa" }).click();
      expect(await page.getByLabel("Country").inputValue()).toBe(mpesa);
    },
  );
});

describe("a toast", () => {
  it("is the only one; an error stays until it is dismissed, a success for two seconds", async ({ pages, site }) => {
    const { page } = await pages.openAs(await site.test.signUp(), "/dashboard");
    await page.clock.install();
    await page.goto("/deposit");
    await page.getByLabel("Amount (USD equivalent)").fill("250");
    await press(page, "Review deposit");
    const toasts = page.locator(".toast-place > div");
    await abortRequests(page, "/api/user/deposits", "POST", async () => {
      await press(page, "Create Deposit");
      await expectToast(page, "Error", "Failed to create deposit request");
      await press(page, "Create Deposit");
      await expectToast(page, "Error", "Failed to create deposit request");
    });
    await page.clock.runFor(10 * TOAST_MS);
    expect(await toasts.count()).toBe(1);
    await press(page, "Dismiss this message");
    await expect.poll(() => toasts.count()).toBe(0);
    await press(page, "Create Deposit");
    await expectToast(page, "Deposit Request Created");
    await page.clock.runFor(TOAST_MS);
    await expect.poll(() => toasts.count()).toBe(0);
  });
});

describe("a page whose data cannot be loaded", () => {
  it.for([
    { path: "/dashboard", calls: "**/api/user/*", said: "Could not load your trades" },
    { path: "/deposit", calls: "**/api/user/deposits", said: "Could not load your deposits" },
    { path: "/withdrawal", calls: "**/api/user/withdrawals", said: "Could not load your withdrawals" },
    { path: "/verification", calls: "**/api/verification", said: "Could not load your verification" },
  ])("says so and tries again: $path", async ({ path, calls, said }, { pages, site }) => {
    const { page } = await pages.openAs(await site.test.signUp(), "/status");
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(calls, async (route) => {
      await held;
      await route.abort();
    });
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.getByText("Loading…").first().waitFor({ state: "attached" });
    await expectAccessible(page, `loading${path.replace("/", "-")}`);
    release();
    await page.getByText(said).first().waitFor();
    await page.getByText("No money was moved.").first().waitFor();
    await expectAccessible(page, `failing${path.replace("/", "-")}`);
    // Lists that refresh by themselves may recover before the second click.
    const tryAgain = page.getByRole("button", { name: "Try again" }).first();
    const repeated = page.waitForRequest(calls);
    await tryAgain.click();
    await repeated;
    await page.unroute(calls);
    await tryAgain.click({ timeout: 3_000 }).catch(() => undefined);
    await expect.poll(() => page.getByText(said).count()).toBe(0);
  });
});
