import {
  getPublicSettings,
  listDeposits,
  quoteMpesaDeposit,
  type Deposit,
  type MpesaQuote,
  type PublicSettings,
} from "@wazi/contracts";
import { expect, onTestFinished } from "vitest";
import { startFakeCore } from "../harness/chains/fake-core.ts";
import { startFakeTron } from "../harness/chains/fake-tron.ts";
import {
  ageDeposit,
  paymentsOf,
  requestDeposit,
  setPrice,
  settle,
  watchDepsOf,
} from "../harness/chains/watched-world.ts";
import { browserTest } from "../harness/browser-test.ts";
import { limitCleanup } from "../harness/limit-cleanup.ts";
import { callApi, expectAccessible, expectToast, findRow, press } from "../harness/page-actions.ts";
import { takePictures } from "../harness/take-pictures.ts";

const it = browserTest.extend("tron", { scope: "file" }, async ({ settings: _none }, { onCleanup }) => {
  const tron = await startFakeTron();
  onCleanup(limitCleanup("the chain did not close", () => tron.close()));
  return tron;
});

it("shows a payment's confirmations as they come, and then its credit", async ({ site, pages, tron }) => {
  const deps = watchDepsOf(site.test);
  const investor = await site.test.signUp();
  const { walletAddress } = await requestDeposit(investor, "200");
  const round = () => settle(deps, tron.reader);
  await round();
  const { page } = await pages.openAs(investor, "/deposit");
  const payment = page.getByTestId("deposit-payment").first();
  await tron.pay(walletAddress, "200", "USDT");
  await tron.mine();
  await round();
  await expect.poll(() => payment.textContent()).toContain("Seen, 1 of 2 confirmations");
  expect(await payment.textContent()).toContain("On time, the amount requested,");
  await takePictures(page, "deposit-seen");
  const { page: admin } = await pages.openAdmin("/admin?tab=deposits");
  await findRow(admin, investor).click();
  const seen = admin.getByTestId("seen-payment");
  await expect.poll(() => seen.textContent()).toContain("Seen, 1 of 2 confirmations");
  await tron.mine();
  await round();
  await expect.poll(() => payment.textContent()).toContain("$200.00 credited");
  await expect.poll(() => seen.textContent()).toContain("Credited");
  await takePictures(page, "deposit-credited");
});

it("says before and after a payment which rate it gets", async ({ site, pages }) => {
  const core = await startFakeCore();
  onTestFinished(limitCleanup("the chain did not close", () => core.close()));
  const deps = watchDepsOf(site.test);
  await setPrice(site.test, "BTC/USD", 50_000);
  const investor = await site.test.signUp();
  const { page } = await pages.openAs(investor, "/deposit");
  await page.getByText("Payments worth less than $1.00 are credited together").waitFor();
  await page.getByLabel("Cryptocurrency").selectOption("BTC");
  await page.getByLabel("Amount (USD equivalent)").fill("1000");
  await press(page, "Review deposit");
  await page.getByText("that the network shows within 15 minutes, if together they match").waitFor();
  await press(page, "Create Deposit");
  await page.getByText(/that the network shows before .*, if together they match the amount within 2%/).waitFor();
  await expectAccessible(page, "deposit with a held rate");
  await takePictures(page, "deposit-held-rate");
  const [deposit] = await callApi<Deposit[]>(investor, "GET", listDeposits.path);
  await settle(deps, core.reader);
  await core.pay(deposit!.walletAddress, "0.01", "coin");
  await core.mine(2);
  await settle(deps, core.reader);
  const payment = page.getByTestId("deposit-payment").first();
  await expect.poll(() => payment.textContent()).toContain("Its rate is decided when the rest of the amount arrives");
  await ageDeposit(site.test, deposit!.id, 20);
  await settle(deps, core.reader);
  await expect.poll(() => payment.textContent()).toContain("$500.00 credited");
  expect(await payment.textContent()).toMatch(
    /Rate of its first confirmation at .*: the payments in the 15 minutes differ/,
  );
  await takePictures(page, "deposit-own-rate");
});

it("lets an administrator credit a payment that waits for a decision", async ({ site, pages, tron }) => {
  const deps = watchDepsOf(site.test, "manual");
  const investor = await site.test.signUp({ firstName: "Wanjiku", lastName: "Kamau" });
  const { walletAddress } = await requestDeposit(investor, "300");
  await settle(deps, tron.reader);
  await tron.pay(walletAddress, "299.5", "USDT");
  await tron.pay(walletAddress, "60", "USDT");
  await tron.mine(3);
  await settle(deps, tron.reader);
  const { page } = await pages.openAdmin("/admin?tab=deposits");
  await expect.poll(() => page.getByTestId("payment-review").count()).toBe(2);
  const short = page.getByTestId("payment-review").filter({ hasText: "299.50 USDT" });
  for (const tag of ["On time", "Less than requested"]) await short.getByText(tag, { exact: true }).waitFor();
  const { page: investors } = await pages.openAs(investor, "/deposit");
  const listed = investors.getByTestId("deposit-payment").filter({ hasText: "299.50 USDT" });
  await expect.poll(() => listed.first().textContent()).toContain("On time, less than requested so far,");
  await takePictures(page, "payments-to-review");
  // The name of the other button contains this one.
  await press(short, /^Credit the payment of Wanjiku Kamau/);
  await takePictures(page, "payment-decision");
  const dialog = page.getByRole("dialog");
  await press(dialog, "Credit payment");
  await expectToast(page, "Success");
  expect(await paymentsOf(site.test, investor)).toEqual(
    expect.arrayContaining([expect.objectContaining({ status: "credited", credited: "299.50", amount: "under" })]),
  );
  await expect.poll(() => page.getByTestId("payment-review").count()).toBe(1);
  await press(page, "Do not credit the payment of Wanjiku Kamau");
  await dialog.getByLabel("Reason").fill("Sent by mistake");
  await press(dialog, "Do not credit");
  await expect.poll(() => page.getByTestId("payment-review").count()).toBe(0);
});

it("shows five payments of one sender in the queue, and the others one click away", async ({ site, pages, tron }) => {
  const investor = await site.test.signUp();
  const { walletAddress } = await requestDeposit(investor, "100");
  const sender = tron.makeAddress();
  for (let sent = 0; sent < 7; sent += 1) await tron.payFrom(sender, walletAddress, "20");
  await tron.mine(3);
  await settle(watchDepsOf(site.test, "manual"), tron.reader);
  const { page } = await pages.openAdmin("/admin?tab=deposits");
  const rows = page.getByTestId("payment-review");
  await expect.poll(() => rows.count()).toBe(5);
  await press(page, "All 7 from this sender");
  await expect.poll(() => rows.count()).toBe(7);
  await page.getByText(`Payments from one sender: ${sender}`).waitFor();
  await expectAccessible(page, "payments from one sender");
  await takePictures(page, "payments-of-a-sender");
  await press(page, "Show all senders");
  await expect.poll(() => rows.count()).toBe(5);
});

it("shows the amount in shillings with its rate before the prompt is sent", async ({ site, pages }) => {
  const investor = await site.test.signUp();
  const { page } = await pages.openAs(investor, "/");
  // M-Pesa needs a public address with https, which this site does not have. Its calls have their own tests.
  const settings = await callApi<PublicSettings>(investor, "GET", getPublicSettings.path);
  await page.route(`**${getPublicSettings.path}`, (route) =>
    route.fulfill({ json: { ...settings, mpesaPaybill: "600638" } }),
  );
  const quoted: MpesaQuote = {
    amount: "200.00",
    localAmount: "25901",
    rate: "129.50000000",
    source: "Central Bank of Kenya",
    rateAt: "2026-11-23T06:00:00.000Z",
  };
  await page.route(`**${quoteMpesaDeposit.path}?amount=200`, (route) => route.fulfill({ json: quoted }));
  await page.goto(`${site.origin}/deposit`);
  await press(page, "M-Pesa");
  await page.getByLabel("Amount (US dollars)").fill("200");
  await page.getByLabel("M-Pesa number").fill("0712345678");
  await press(page, "Show amount in shillings");
  await expect.poll(() => page.getByTestId("mpesa-quote").textContent()).toBe("KES 25,901");
  const quote = page.getByTestId("review");
  expect(await quote.textContent()).toContain("0712 345 678");
  expect(await quote.textContent()).toContain("KES 129.5 per $1");
  expect(await quote.textContent()).toContain("Central Bank of Kenya");
  await takePictures(page, "mpesa-quote");
  await expectAccessible(page, "deposit by M-Pesa");
});
