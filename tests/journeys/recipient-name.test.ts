import { checkRecipient, type RecipientCheck } from "@wazi/contracts";
import { expect } from "vitest";
import { browserTest as it } from "../harness/browser-test.ts";
import { expectAccessible, expectToast, findRow, press } from "../harness/page-actions.ts";
import { takePictures } from "../harness/take-pictures.ts";

it("shows the account holder's name before a withdrawal is requested, and to the administrator", async ({
  pages,
  site,
}) => {
  const investor = await site.test.funded("500");
  const { page } = await pages.openAs(investor, "/withdrawal");
  // This site pays by hand, so the provider's answer is made up. The call has its own tests with the providers' fakes.
  const check: RecipientCheck = { holderName: "AMINA W OTIENO", isOtherName: true };
  await page.route(`**${checkRecipient.path}`, (route) => route.fulfill({ json: check }));
  await page.getByRole("tab", { name: "M-Pesa" }).click();
  await page.getByLabel("Amount (USD)").fill("80");
  await page.getByLabel("M-Pesa phone number").fill("+254712345678");
  await press(page, "Review withdrawal");
  await page.getByText("AMINA W OTIENO").waitFor();
  await page.getByText("This account is not in your name.", { exact: false }).waitFor();
  await expectAccessible(page, "account holder");
  await takePictures(page, "account-holder");
  const count = async (): Promise<number> =>
    ((await investor.call("GET", "/api/user/withdrawals")).body as unknown[]).length;
  expect(await count()).toBe(0);
  await press(page, "Request Withdrawal");
  await expectToast(page, "Withdrawal Created");
  expect(await count()).toBe(1);

  await site.test.sql`
    insert into recipient_checks (user_id, destination_key, holder_name, is_other_name, checked_at)
    select user_id, 'mpesa|' || coalesce(country, '') || '|||' || phone_number, 'AMINA W OTIENO', true, now() from withdrawals
    where user_id = ${investor.userId}`;
  const { page: admin } = await pages.openAdmin("/admin?tab=withdrawals");
  await findRow(admin, investor).click();
  await admin.getByText("Not the investor's name").waitFor();
  await takePictures(admin, "withdrawal-other-name");
});
