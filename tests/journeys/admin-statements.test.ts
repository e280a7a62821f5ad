import type { RailStatements, Withdrawal } from "@wazi/contracts";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { browserTest } from "../harness/browser-test.ts";
import { importLine, TODAY, TODAY_NUMBER, toDay } from "../harness/interest-arrivals.ts";
import { callApi, expectAccessible, expectToast, press } from "../harness/page-actions.ts";
import { takePictures } from "../harness/take-pictures.ts";
import type { TestSite } from "../harness/test-site.ts";

const it = browserTest.extend("settings", { scope: "file" }, () => ({
  RATE_LIMIT_SCALE: "0",
  CASH_INTEREST_SOURCE: "statements",
}));
const bank = {
  withdrawalType: "bank",
  country: "Kenya",
  bankName: "KCB Bank",
  accountName: "Amina Otieno",
  destinationAddress: "1234567890",
};

/** A withdrawal that an administrator paid by hand, under the bank's reference. */
async function payByHand({ test }: TestSite, transactionHash: string): Promise<void> {
  const investor = await test.funded("500");
  const body = { amount: "50", ...bank };
  const { id } = await callApi<Withdrawal>(investor, "POST", "/api/user/withdrawals", body);
  const decision = { status: "completed", transactionHash };
  await callApi(test.admin, "POST", `/api/admin/withdrawals/${id}/approve`, decision);
}

const FILE = [
  "Posted;Narrative;Debit KES;Credit KES;Our Ref;Other side",
  `${TODAY};Outward payment;6,462.50;;FT26327ABC;AMINA OTIENO`,
  `${TODAY};Inward payment;;12,900.00;FT26327IN1;BRIAN KAMAU`,
  `${TODAY};Ledger fee November;250.00;;FT26327FEE;`,
  `${TODAY};Standing order;900.00;;FT26327OUT;NOBODY KNOWN`,
].join("\n");

const readStatements = (site: TestSite) =>
  callApi<RailStatements>(site.test.admin, "GET", "/api/admin/rail-statements");
const findDifference = (page: Page, text: string) => page.getByTestId("difference").filter({ hasText: text });

it("imports a bank's CSV file: columns, preview, matched and unmatched lines, and decisions", async ({
  pages,
  site,
}) => {
  await payByHand(site, "FT26327ABC");
  await callApi(site.test.admin, "POST", "/api/admin/local-rates", { currency: "KES", rate: "125", source: "Bank" });
  const omar = await site.test.administrator("money", { firstName: "Omar" });
  const { page } = await pages.openAdmin("/admin/payouts");
  await page.getByLabel("Account", { exact: true }).fill("KCB main");
  await page.getByLabel("Format").selectOption({ label: "Bank, CSV with any columns" });
  const file = { name: "november.csv", mimeType: "text/csv", buffer: Buffer.from(FILE) };
  await page.getByLabel("File", { exact: true }).setInputFiles(file);
  // Money in and out are guessed from the headings; the date and the currency are not.
  await press(page, "Preview statement");
  await expectToast(page, "Error");
  const columns = page.getByRole("group", { name: "Columns of the file" });
  await columns.getByLabel("Date").selectOption("Posted");
  await columns.getByLabel("Bank's reference").selectOption("Our Ref");
  await columns.getByLabel("Name of the other party").selectOption("Other side");
  await columns.getByLabel("Currency of all lines").fill("kes");
  await press(page, "Preview statement");
  const preview = page.getByRole("region", { name: "Preview" });
  await preview.getByText("4 lines", { exact: false }).waitFor();
  await preview.getByText("Money in: 12900 KES. Money out: 7612.5 KES. Charges: 1.", { exact: false }).waitFor();
  await expectAccessible(page, "statement-preview");
  expect((await readStatements(site)).accounts).toEqual([]);
  await press(page, "Import statement");
  await expectToast(page, "Success", "4 lines were read; 0 of them were known.");

  const account = page.getByRole("table", { name: "Accounts with statements" });
  await account.getByText("KCB main").waitFor();
  expect((await readStatements(site)).accounts).toMatchObject([{ lines: 4, matched: 1, charges: 0 }]);
  await findDifference(page, "12900.00 KES from BRIAN KAMAU came in, and no deposit claims it.").waitFor();
  await takePictures(page, "statements");

  const standing = findDifference(page, "900.00 KES to NOBODY KNOWN went out");
  await standing.getByLabel("What it is").selectOption({ label: "Explained: nothing to book" });
  await standing.getByLabel("Explanation").fill("The rent of the office");
  await press(standing, "Propose");
  await standing.getByText("Another administrator must approve it.").waitFor();
  await press(standing, "Take back");
  await standing.getByLabel("Explanation").fill("The rent of the office, booked elsewhere");
  await standing.getByLabel("What it is").selectOption({ label: "Explained: nothing to book" });
  await press(standing, "Propose");
  await standing.getByText("Another administrator must approve it.").waitFor();

  const charges = page.getByRole("region", { name: "Charges to book" });
  await charges.getByText("250 KES", { exact: false }).waitFor();
  await charges.getByLabel("What these charges are").fill("Ledger fee of November");
  await press(charges, "Propose booking");
  await charges.getByText("Another administrator must book them.").waitFor();
  await takePictures(page, "statements-proposed");

  const { page: second } = await pages.openAdmin("/admin/payouts", { client: omar });
  const proposed = findDifference(second, "900.00 KES to NOBODY KNOWN went out");
  await proposed.getByRole("button", { name: "Decline" }).waitFor();
  await takePictures(second, "statements-second-administrator");
  await press(proposed, "Approve");
  await expectToast(second, "Success");
  await press(second.getByRole("region", { name: "Charges to book" }), "Book charges");
  await second.getByText("KCB main, charges").waitFor();
  await takePictures(second, "statements-decided");
  await page.reload();
  await page.getByText("KCB main, charges").waitFor();
  await findDifference(page, "BRIAN KAMAU").waitFor();
  expect(await findDifference(page, "NOBODY KNOWN").count()).toBe(0);
  // 250 KES at 125 KES for $1.
  await page.getByRole("table", { name: "Charges by account and month" }).getByText("$2.00").waitFor();
});

it("reads a line as interest for its days, which another administrator approves", async ({ pages, site }) => {
  await importLine(site.test, "31.00");
  const omar = await site.test.administrator("money", { firstName: "Omar" });
  const { page } = await pages.openAdmin("/admin/payouts");
  const line = findDifference(page, "31.00 USD came in");
  await line.getByText("enter the days that it was paid for", { exact: false }).waitFor();
  await line.getByLabel("What it is").selectOption({ label: "Interest: the bots share it" });
  await line.getByLabel("Explanation").fill("Interest of the money market account");
  await press(line, "Propose");
  await expectToast(page, "Error", "Please enter the first day that the interest was paid for.");
  await line.getByLabel("First day paid for").fill(toDay(TODAY_NUMBER - 30));
  await line.getByLabel("Last day paid for").fill(TODAY);
  await expectAccessible(page, "statement-interest");
  await takePictures(page, "statements-interest");
  await press(line, "Propose");
  const text = `Interest for the days from ${toDay(TODAY_NUMBER - 30)} to ${TODAY}, for the bots.`;
  await line.getByText(text, { exact: false }).waitFor();
  await line.getByText("Another administrator must approve it.").waitFor();

  const { page: second } = await pages.openAdmin("/admin/payouts", { client: omar });
  await press(findDifference(second, text), "Approve");
  await expectToast(second, "Success");
  await expect.poll(() => findDifference(second, text).count()).toBe(0);
  const arrivals = await site.test.sql`select days, amount::float as amount from interest_arrivals`;
  expect(arrivals).toEqual([{ days: 31, amount: 31 }]);
});
