import { describe, expect } from "vitest";
import { browserTest } from "../harness/browser-test.ts";
import { writeLocalRates } from "../harness/local-rates.ts";
import { expectAccessible, expectToFit } from "../harness/page-actions.ts";

const it = browserTest.extend("settings", { scope: "file" }, () => ({ LOCAL_RATES_DIR: writeLocalRates() }));

const STOCKS = 2;

describe("kept money in a local currency", () => {
  it("is beside dollars in the evidence, with no data where the rates are too short", async ({ pages, site }) => {
    const { page } = await pages.openAs(await site.test.signUp(), `/bots/${site.bots.ids[STOCKS]}`);
    const evidence = page.getByRole("region", { name: "Evidence" });
    await evidence.locator("summary").filter({ hasText: "What you keep" }).click();
    const local = evidence.getByRole("table", { name: "Held, in KES" });
    await local.getByRole("row", { name: /^10 years 216 starts KES [\d,]+ KES [\d,]+ KES [\d,]+ [+−]/ }).waitFor();
    await local.getByRole("row", { name: /No data – – – –$/ }).waitFor();
    await evidence
      .getByText(/^KES 100,000 put in at each start month, in the months from February 1993 to December 2020/)
      .waitFor();
    await evidence
      .getByText("Local bills are 91-day Treasury bills in KES, from discount rates of the operator.")
      .waitFor();
    expect(await evidence.getByText("The operator has given no local rates").count()).toBe(0);
    await expectAccessible(page, "local-keeps");
    await expectToFit(page, [360], "local-keeps");
  });
});
