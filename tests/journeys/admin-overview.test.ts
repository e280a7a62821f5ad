import type { BackOfficeOverview } from "@wazi/contracts";
import { describe, expect } from "vitest";
import { browserTest } from "../harness/browser-test.ts";
import { press, expectAccessible, untilNextRefresh, callApi } from "../harness/page-actions.ts";
import { expectPage, fillLists, rowsOf, searchOf } from "../harness/record-list.ts";
import type { TestSite } from "../harness/test-site.ts";

const it = browserTest.extend("lists", { scope: "file", auto: true }, ({ site }) => fillLists(site));

const OVERVIEW = "/api/admin/overview";

const readOverview = (site: TestSite) => callApi<BackOfficeOverview>(site.test.admin, "GET", OVERVIEW);

describe("the counts in the header", () => {
  it("say when the server does not answer and how old they are", async ({ pages, site }) => {
    const { deposits } = await readOverview(site);
    const { page } = await pages.openAdmin("/admin/operations", { hasClock: true });
    const overview = page.getByRole("list", { name: "Overview" });
    await page.getByRole("heading", { name: "Operations" }).waitFor();
    await page.route(`**${OVERVIEW}`, (route) => route.abort());
    await page.goto("/admin");
    await page.getByText("Could not load these counts").waitFor();
    expect(await overview.getByText("No data", { exact: true }).count()).toBe(5);
    expect(await overview.getByText("Loading").count()).toBe(0);
    await expectAccessible(page, "admin-overview-unanswered");

    await page.unroute(`**${OVERVIEW}`);
    await untilNextRefresh(page);
    const counted = page.getByRole("tab", { name: `Deposits ${deposits.count} waiting` });
    await counted.waitFor();
    await expect.poll(() => page.getByText(/^(No data|Could not load|Connection lost)/).count()).toBe(0);
    await page.route(`**${OVERVIEW}`, (route) => route.abort());
    await untilNextRefresh(page);
    await page.getByText(/^Connection lost\. These counts are from \d\d:\d\d$/).waitFor();
    await counted.waitFor();
    expect(await page.getByTestId("pending-deposits").innerText()).toBe(String(deposits.count));
    // Also after a visit to another page.
    await page.getByRole("link", { name: "Money", exact: true }).click();
    await page.getByRole("heading", { name: "Money", exact: true }).waitFor();
    await page.goBack();
    await page.getByText(/^Connection lost\. These counts are from \d\d:\d\d$/).waitFor();
    await counted.waitFor();
  });

  it.for(["users", "deposits", "withdrawals", "verifications"])(
    "leave the search and the first of the %s visible on a phone",
    async (tab, { pages }) => {
      const { page } = await pages.openAdmin("/admin");
      await page.setViewportSize({ width: 360, height: 780 });
      await page.goto(`/admin?tab=${tab}`);
      await rowsOf(page).first().waitFor();
      await page.getByText("Pending verifications").waitFor();
      const footOf = async (place: ReturnType<typeof rowsOf>): Promise<number> => {
        const box = await place.first().boundingBox();
        return box === null ? Infinity : box.y;
      };
      expect(await footOf(page.getByRole("searchbox"))).toBeLessThan(480);
      // The row's name and figures are above the pager, which covers the end of the row.
      expect(await footOf(rowsOf(page))).toBeLessThan(600);
      const over = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
      expect(over).toBeLessThanOrEqual(0);
    },
  );
});

describe("the gas fee", () => {
  it("is one expandable line on a phone", async ({ pages }) => {
    const { page } = await pages.openAdmin("/admin");
    await page.setViewportSize({ width: 360, height: 780 });
    const line = page.getByRole("button", { name: "Gas fee settings", exact: true });
    await line.waitFor();
    await page.getByTestId("gas-fee-amount").waitFor({ state: "hidden" });
    expect(await line.getAttribute("aria-expanded")).toBe("false");
    await line.click();
    await page.getByTestId("gas-fee-amount").waitFor();
    await press(page, "Edit gas fee settings");
    await page.getByRole("dialog").getByLabel("Gas fee amount").waitFor();
  });

  it("shows the old and the new value, and warns about an unusual wallet", async ({ pages, site }) => {
    const before = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8";
    const settings = { gasFeeAddress: before, gasFeeAmount: "500 TRX" };
    await callApi(site.test.admin, "POST", "/api/admin/settings", settings);
    const { page } = await pages.openAdmin("/admin");
    const dialog = page.getByRole("dialog");
    const change = dialog.locator("dl[aria-label='Changes']");
    const doubt = dialog.getByText(/^This does not look like a TRON address\./);
    await press(page, "Edit gas fee settings");
    const address = dialog.getByLabel("Gas fee address");
    expect(await address.inputValue()).toBe(before);
    expect(await change.count()).toBe(0);
    await address.fill("notanaddress");
    await doubt.waitFor();
    expect(await change.locator("dd").allInnerTexts()).toEqual(["Now", before, "New", "notanaddress"]);
    await expectAccessible(page, "admin-gas-fee-doubtful");
    await dialog.getByLabel("Gas fee amount").fill("0.01 ETH");
    await expect.poll(() => doubt.count()).toBe(0);
    await dialog.getByLabel("Gas fee amount").fill("480 TRX");
    await doubt.waitFor();
    // The warning does not prevent the change.
    await press(dialog, "Save settings");
    await expect.poll(() => page.getByTestId("gas-fee-address").innerText()).toBe("notanaddress");
  });
});

describe("the tabs", () => {
  it("keep their filters when reopened", async ({ pages, site }) => {
    const { deposits } = await readOverview(site);
    const { page } = await pages.openAdmin("/admin?kycStatus=approved&sort=name");
    const tab = (name: RegExp) => page.getByRole("tab", { name });
    await rowsOf(page).first().waitFor();
    await tab(/Deposits/).click();
    await page.waitForURL("**/admin?tab=deposits");
    await page.getByLabel("Status").selectOption("pending");
    await expectPage(page, `of ${deposits.count}`);
    await tab(/Users/).click();
    await expect.poll(() => searchOf(page)).toBe("?kycStatus=approved&sort=name");
    expect(await page.getByLabel("KYC", { exact: true }).inputValue()).toBe("approved");
    await tab(/Deposits/).click();
    await expect.poll(() => searchOf(page)).toBe("?tab=deposits&status=pending");
    await expectPage(page, `of ${deposits.count}`);
    // A link determines the filters, and coming back keeps them.
    await page.getByRole("link", { name: "Total users" }).click();
    await page.waitForURL("**/admin?tab=users");
    await tab(/Deposits/).click();
    await tab(/Users/).click();
    await expect.poll(() => searchOf(page)).toBe("?tab=users");
  });
});
