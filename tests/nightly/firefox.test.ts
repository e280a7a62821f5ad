import type { Browser } from "puppeteer-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { approveDeposit, type HttpClient } from "../harness/http-client.ts";
import { adminOf, endEverything, type Serving } from "../harness/wazi-process.ts";
import { findProgram } from "../cluster/programs.ts";
import { skipWithoutPrograms, versionOf } from "./debian-programs.ts";
import { launchFirefox, openFirefoxPage, type FirefoxPage } from "./firefox.ts";
import { startBuiltWazi } from "./start-built-wazi.ts";

const PASSWORD = "Correct-h0rse!";
const DEPOSIT = 1_000;
const PUT_IN = 250;

let browser: Browser;
let wazi: Serving;
let admin: HttpClient;

beforeAll(async () => {
  if (findProgram("firefox-esr") === undefined) return;
  wazi = await startBuiltWazi({});
  admin = await adminOf(wazi);
  browser = await launchFirefox();
});

afterAll(async () => {
  await browser?.close();
  await wazi?.stop();
  await endEverything();
});

async function amountAt({ page }: FirefoxPage, testId: string): Promise<number> {
  const value = await page.evaluate(`document.querySelector('[data-testid="${testId}"]')?.getAttribute("value")`);
  return Number(value);
}

async function signUp(visitor: FirefoxPage): Promise<void> {
  const { page } = visitor;
  await visitor.goTo("/");
  await visitor.look("landing");
  await visitor.goTo("/signup");
  await visitor.fill("First name", "Amina");
  await visitor.fill("Last name", "Otieno");
  await visitor.fill("Email", "amina@example.com");
  await visitor.fill("Password", PASSWORD);
  await visitor.fill("Confirm password", PASSWORD);
  await visitor.choose("Country", "Kenya");
  await visitor.fill("Phone", "0712345678");
  await visitor.fill("Date of birth", "1990-05-17");
  await visitor.look("sign-up");
  await visitor.press("Create Account");
  await page.waitForFunction("location.pathname === '/dashboard'");
}

async function deposit(visitor: FirefoxPage): Promise<void> {
  await visitor.goTo("/deposit");
  await visitor.fill("Amount (USD equivalent)", String(DEPOSIT));
  await visitor.press("Review deposit");
  await visitor.press("Create Deposit");
  await visitor.waitForText("Deposit Request Created");
  await visitor.look("deposit");
  const [pending] = (await admin.call("GET", "/api/admin/deposits")).body as { id: string }[];
  await approveDeposit(admin, pending?.id ?? "");
}

describe("the investor's journey in Debian's Firefox", () => {
  beforeEach((context) => skipWithoutPrograms(context, { "firefox-esr": "firefox-esr" }));

  test("goes from sign-up to a withdrawal, and the browser complains of nothing", async () => {
    const visitor = await openFirefoxPage(browser, wazi.address);
    await signUp(visitor);
    await visitor.look("empty-dashboard");
    await deposit(visitor);
    await visitor.goTo("/dashboard");
    await expect.poll(() => amountAt(visitor, "balance")).toBe(DEPOSIT);
    await visitor.look("dashboard");

    await visitor.goTo("/bots");
    await visitor.press("Activate Alpha-Forex-01");
    await visitor.fill("Allocation amount (USD)", String(PUT_IN));
    await visitor.look("activate");
    await visitor.press("Activate bot");
    await visitor.waitForText("Bot Activated");
    await visitor.look("bots");
    await visitor.goTo("/dashboard");
    await expect.poll(() => amountAt(visitor, "balance")).toBe(DEPOSIT - PUT_IN);
    await visitor.look("position");

    await visitor.goTo("/withdrawal");
    await visitor.press("M-Pesa");
    await visitor.fill("Amount (USD)", "100");
    await visitor.fill("M-Pesa phone number", "0712345678");
    await visitor.press("Review withdrawal");
    await visitor.look("withdrawal-review");
    await visitor.press("Request Withdrawal");
    await visitor.waitForText("The network fee is covered");
    await visitor.look("withdrawal");
    const [pending] = (await admin.call("GET", "/api/admin/withdrawals")).body as { amount: string; status: string }[];
    expect(pending).toMatchObject({ amount: "100.00", status: "pending" });
    expect(visitor.complaints).toEqual([]);
    process.stdout.write(`firefox-esr ${versionOf("firefox-esr")}\n`);
  });
});
