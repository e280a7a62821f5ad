import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { openPool } from "../../apps/server/src/platform/db/pool.ts";
import { startedWaziTest } from "../harness/browser-test.ts";
import { adminAccount } from "../harness/test-app.ts";
import { NO_BROWSER, type WatchedPage } from "../harness/browser.ts";
import { takePictures } from "../harness/take-pictures.ts";

const FOLDER = fileURLToPath(new URL("../../../shared/market-data/replay", import.meta.url));
const DEPOSIT = 1_000;
const TRADES_MS = 120_000;

const cents = (text: string): number => Math.round(Number(text) * 100);

const it = startedWaziTest
  .extend("skipReason", NO_BROWSER || (existsSync(FOLDER) ? "" : `the real prices are not at ${FOLDER}`))
  .extend("settings", { scope: "file" }, () => ({
    MARKET_FEED: `replay:${FOLDER}`,
    REPLAY_SPEED: "20",
  }));

async function amountAt(page: Page, testId: string): Promise<number> {
  const value = await page.getByTestId(testId).first().getAttribute("value");
  return cents(value ?? "NaN");
}

async function signUp({ page }: WatchedPage, email: string): Promise<void> {
  await page.goto("/");
  await takePictures(page, "landing");
  await page.goto("/signup");
  await page.getByLabel("First name").fill("Amina");
  await page.getByLabel("Last name").fill("Otieno");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill("Correct-h0rse!");
  await page.getByLabel("Confirm password", { exact: true }).fill("Correct-h0rse!");
  await page.getByLabel("Country").selectOption("Kenya");
  await page.getByLabel("Phone").fill("0712345678");
  await page.getByLabel("Date of birth").fill("1990-05-17");
  await takePictures(page, "sign-up");
  await page.getByRole("button", { name: "Create Account" }).click();
  await page.getByText("Account Created!").waitFor();
  await page.waitForURL("**/dashboard");
}

async function requestDeposit({ page }: WatchedPage): Promise<void> {
  await page.goto("/deposit");
  await page.getByLabel("Amount (USD equivalent)").fill("50");
  await page.getByRole("button", { name: "Review deposit" }).click();
  await page.getByText("Minimum deposit amount is $100").first().waitFor();
  await page.getByLabel("Amount (USD equivalent)").fill(String(DEPOSIT));
  await page.getByRole("button", { name: "Review deposit" }).click();
  await page.getByRole("button", { name: "Create Deposit" }).click();
  await page.getByText("Deposit Request Created").waitFor();
  expect(await page.getByTestId("deposit-address").innerText()).toMatch(/^T\w{33}$/);
  await takePictures(page, "deposit");
}

async function signInAsAdmin({ page }: WatchedPage): Promise<void> {
  await page.goto("/admin");
  await page.getByLabel("Email", { exact: true }).fill(adminAccount.email);
  await page.getByLabel("Password", { exact: true }).fill(adminAccount.password);
  await page.getByRole("button", { name: /sign in/i }).click();
  await page.getByRole("tab", { name: /Deposits/ }).waitFor();
}

async function approveDeposit({ page }: WatchedPage): Promise<void> {
  await page.getByRole("tab", { name: /Deposits/ }).click();
  await takePictures(page, "admin-deposits");
  await page.getByRole("button", { name: /^Approve deposit of Amina/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Approve deposit" }).click();
  await page.getByText("Success").waitFor();
}

async function activate({ page }: WatchedPage, bot: string, amount: string): Promise<void> {
  await page.goto("/bots");
  await page.getByRole("button", { name: `Activate ${bot}` }).click();
  await page.getByLabel("Allocation amount (USD)").fill(amount);
  await takePictures(page, "activate");
  await sendUntilDone(page, page.getByRole("button", { name: "Activate bot" }), "Bot Activated");
}

/**
 * Sends a form of a position until the notice of what was done. While the price of an open trade is older than five seconds, as on a machine that
 * stands still for that long, an exit waits, and an entry is refused: the person is asked to try again.
 */
async function sendUntilDone(page: Page, button: Locator, doneText: string): Promise<void> {
  const done = page.getByText(doneText).or(page.getByText("Exit Waiting")).first();
  const refusal = page.getByText(/There is no current price for .+\. No money was moved\./).first();
  await button.click();
  await done.or(refusal).first().waitFor();
  while (!(await done.isVisible())) {
    await sleep(500);
    if (await button.isEnabled({ timeout: 500 }).catch(() => false)) await button.click();
    await done.or(refusal).first().waitFor();
  }
}

async function deactivateAll(investor: WatchedPage): Promise<void> {
  const { page } = investor;
  await page.goto("/bots");
  const buttons = page.getByRole("button", { name: /^Deactivate / });
  await buttons.first().waitFor();
  for (let left = await buttons.count(); left > 0; left -= 1) {
    await buttons.first().click();
    if (left === 1) await takePictures(page, "deactivate");
    await sendUntilDone(page, page.getByRole("dialog").getByRole("button", { name: /Deactivate/ }), "Bot Deactivated");
    await expect.poll(() => buttons.count()).toBe(left - 1);
  }
}

async function withdrawAll({ page }: WatchedPage, balance: number): Promise<void> {
  await page.goto("/withdrawal");
  await page.getByRole("tab", { name: "M-Pesa" }).click();
  await page.getByLabel("Amount (USD)").fill((balance / 100).toFixed(2));
  await page.getByLabel("M-Pesa phone number").fill("0712345678");
  await page.getByRole("button", { name: "Review withdrawal" }).click();
  await page.getByRole("button", { name: "Request Withdrawal" }).click();
  await page.getByText("The network fee is covered. You never pay to withdraw.").first().waitFor();
  await page.getByText("Never send money to receive a withdrawal.").first().waitFor();
  await takePictures(page, "withdrawal");
}

async function payOut({ page }: WatchedPage): Promise<void> {
  await page.getByRole("tab", { name: /Withdrawals/ }).click();
  await takePictures(page, "admin-withdrawals");
  await page.getByRole("button", { name: /^(Complete|Approve|Mark).*Amina/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/Transaction hash/).fill("QKJ7X1M2");
  await dialog.getByRole("button", { name: /complete|paid|approve/i }).click();
  await page.getByText("Success").waitFor();
}

/** Reads from the ledger what happened to the investor's money, in cents. */
async function explain(
  url: string,
  email: string,
): Promise<{ result: number; share: number; deposited: number; paidOut: number; left: number }> {
  const sql = openPool(url, { max: 1, role: null });
  try {
    const [row] = await sql<Record<string, string>[]>`
      select
        (select coalesce(-sum(value_delta), 0) from position_events where user_id = u.id)::text as result,
        (select coalesce(sum(profit_share), 0) from position_events where user_id = u.id)::text as share,
        (select coalesce(sum(amount), 0) from deposits where user_id = u.id and status = 'completed')::text as deposited,
        (select coalesce(sum(amount), 0) from withdrawals where user_id = u.id and status = 'completed')::text as "paidOut",
        (select coalesce(sum(balance), 0) from ledger_accounts where user_id = u.id)::text as left
      from users u where email = ${email}`;
    const figure = (name: string): number => cents(row?.[name] ?? "NaN");
    return {
      result: figure("result"),
      share: figure("share"),
      deposited: figure("deposited"),
      paidOut: figure("paidOut"),
      left: figure("left"),
    };
  } finally {
    await sql.end();
  }
}

describe("the whole journey in a browser on real prices", () => {
  it(
    "goes from sign-up to payout, with every cent explained",
    { tags: ["no-fee"], timeout: 600_000 },
    async ({ pages, wazi }) => {
      const email = "amina@example.com";
      const investor = await pages.openVisitor();
      const admin = await pages.openVisitor();
      const { page } = investor;
      await signUp(investor, email);
      await requestDeposit(investor);
      await signInAsAdmin(admin);
      await approveDeposit(admin);

      await page.goto("/dashboard");
      await expect.poll(() => amountAt(page, "balance")).toBe(DEPOSIT * 100);
      await activate(investor, "Alpha-Forex-01", "500");
      await activate(investor, "Stock-Titan-05", "250.50");
      await takePictures(page, "bots");
      await page.goto("/dashboard");
      await page.getByTestId("trade").first().waitFor({ timeout: TRADES_MS });
      await takePictures(page, "dashboard");

      await page
        .getByRole("button", { name: /Transfer.*Investment Fund|Transfer from Investment Fund/i })
        .first()
        .click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(/Amount/).fill("9999");
      await dialog.getByRole("button", { name: /^Transfer/ }).click();
      await page
        .getByText(/You only have \$750\.50 in your investment fund/)
        .first()
        .waitFor();
      await dialog.getByLabel(/Amount/).fill("300");
      await takePictures(page, "transfer");
      await sendUntilDone(page, dialog.getByRole("button", { name: /^Transfer/ }), "Transfer Successful");
      await expect.poll(() => amountAt(page, "investment-fund")).toBe(450_50);

      await deactivateAll(investor);
      await page.goto("/dashboard");
      await expect.poll(() => amountAt(page, "investment-fund")).toBe(0);
      const balance = await amountAt(page, "balance");
      expect(Math.abs(balance - DEPOSIT * 100)).toBeLessThan(DEPOSIT * 50);
      await withdrawAll(investor, balance);
      await payOut(admin);
      await page.goto("/withdrawal");
      await page
        .getByText(/processed/i)
        .first()
        .waitFor();

      const money = await explain(wazi.databaseUrl, email);
      expect(money.left).toBe(0);
      expect(money.paidOut).toBe(balance);
      expect(money.deposited + money.result - money.share).toBe(money.left + money.paidOut);
      expect(await wazi.reconcile()).toMatchObject({
        code: 0,
        output: expect.stringContaining("no difference") as string,
      });
      expect(investor.complaints.filter((text) => !text.includes("status of 503"))).toEqual([]);
      expect(admin.complaints).toEqual([]);
    },
  );
});
