import { messages, type AdminRole, type AdminVerification, type Operations } from "@wazi/contracts";
import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { openPool } from "../../apps/server/src/platform/db/pool.ts";
import { toDataUrl, createPhonePicture } from "../../apps/server/src/people/documents/sample-pictures.ts";
import { browserTest } from "../harness/browser-test.ts";
import {
  press,
  findRow,
  expectToast,
  untilNextRefresh,
  abortRequests,
  withStaleList,
  failOnce,
  loseAnswer,
  callApi,
} from "../harness/page-actions.ts";
import type { ListPage } from "../harness/record-list.ts";
import { adminAccount, type TestClient } from "../harness/test-app.ts";
import type { TestSite } from "../harness/test-site.ts";

const it = browserTest.extend("jane", { scope: "file" }, ({ site }) =>
  site.test.administrator("full", { firstName: "Jane", lastName: "Doe" }),
);

const VERIFICATIONS = "/api/admin/verifications";
const ADMINISTRATORS = "/api/admin/administrators";
const FAILURE = "Something went wrong on our side. Please try again.";

const dialogOf = (page: Page): Locator => page.getByRole("dialog");

describe("a review", () => {
  async function submitDocuments(site: TestSite): Promise<TestClient> {
    const client = await site.test.signUp();
    const frontImageUrl = toDataUrl("jpeg", await createPhonePicture(900, 600));
    const form = { documentType: "passport", documentNumber: "P-31", frontImageUrl };
    await callApi(client, "POST", "/api/verification/submit", form);
    return client;
  }

  async function readLatest(site: TestSite, { userId }: TestClient): Promise<AdminVerification> {
    const path = `${VERIFICATIONS}?user=${userId}&limit=1`;
    return (await callApi<ListPage<AdminVerification>>(site.test.admin, "GET", path)).items[0]!;
  }

  async function review(page: Page, client: TestClient): Promise<Locator> {
    await findRow(page, client)
      .getByRole("button", { name: /^Review/ })
      .click();
    const dialog = dialogOf(page);
    await dialog.getByRole("img", { name: "Front of the document" }).waitFor();
    return dialog;
  }

  it("stays open when the approval fails", async ({ pages, site }) => {
    const client = await submitDocuments(site);
    const { page } = await pages.openAdmin("/admin?tab=verifications");
    const dialog = await review(page, client);
    await failOnce(page, `${VERIFICATIONS}/*/review`, "POST");
    await press(dialog, "Approve");
    await dialog.getByText(FAILURE).waitFor();
    expect((await readLatest(site, client)).status).toBe("pending");
    await dialog.getByRole("img", { name: "Front of the document" }).waitFor();
    await press(dialog, "Approve");
    await expectToast(page, "Success", "The verification was approved.");
    await dialog.waitFor({ state: "detached" });
    expect((await readLatest(site, client)).status).toBe("approved");
  });

  it.for<[button: string, ended: string, body: object]>([
    ["Approve", "rejected", { status: "rejected", rejectionReason: "Not readable" }],
    ["Reject", "approved", { status: "approved" }],
  ])('rejects "%s" when another administrator has %s it', async ([button, ended, body], { pages, site, jane }) => {
    const client = await submitDocuments(site);
    const { id } = await readLatest(site, client);
    const { page } = await pages.openAdmin("/admin?tab=verifications");
    const dialog = await review(page, client);
    const reason = dialog.getByLabel("Rejection reason");
    await reason.fill("A corner is missing.");
    await withStaleList(page, VERIFICATIONS, async () => {
      await callApi(jane, "POST", `${VERIFICATIONS}/${id}/review`, body);
      await press(dialog, button);
      await dialog.getByText(`This verification is no longer pending: it was ${ended} by Jane Doe`).waitFor();
    });
    await dialog.getByText("Someone else already decided").waitFor();
    expect([await reason.inputValue(), await reason.isEditable()]).toEqual(["A corner is missing.", false]);
    expect(await dialog.getByRole("button", { name: /^(Approve|Reject)$/ }).count()).toBe(0);
    expect(await readLatest(site, client)).toMatchObject({ status: ended, reviewedBy: { email: jane.email } });
  });
});

describe("changing an administrator's rights", () => {
  async function readRole(site: TestSite, { userId }: TestClient): Promise<AdminRole | undefined> {
    const all = await callApi<{ id: string; role: AdminRole }[]>(site.test.admin, "GET", ADMINISTRATORS);
    return all.find(({ id }) => id === userId)?.role;
  }

  it("keeps the role and the choice after a wrong password", async ({ pages, site }) => {
    const joy = await site.test.administrator("money", { firstName: "Joy", lastName: "Mensah" });
    const { page } = await pages.openAdmin("/admin/administrators");
    const dialog = dialogOf(page);
    const password = dialog.getByLabel("Your password", { exact: true });
    await press(page, "Change role of Joy Mensah");
    await dialog.getByLabel(/^Read only/).check();
    await password.fill("Wrong-passw0rd!");
    await press(dialog, "Change role");
    await dialog.getByText(messages.wrongCurrentPassword).first().waitFor();
    expect(await dialog.getByLabel(/^Read only/).isChecked()).toBe(true);
    expect(await readRole(site, joy)).toBe("money");
    await failOnce(page, `${ADMINISTRATORS}/*/role`, "POST");
    await password.fill(adminAccount.password);
    await press(dialog, "Change role");
    await dialog.getByText(FAILURE).waitFor();
    expect(await dialog.getByLabel(/^Read only/).isChecked()).toBe(true);
    await press(dialog, "Change role");
    await expectToast(page, "Success", "Joy Mensah now has the role read only.");
    expect(await readRole(site, joy)).toBe("read-only");
  });

  it("rejects existing administrators and deactivated users", async ({ pages, site, jane }) => {
    const closed = await site.test.signUp({ firstName: "Zuri", lastName: "Ndlovu" });
    await callApi(jane, "POST", `/api/admin/users/${closed.userId}/deactivate`, { reason: "Asked for it" });
    const { page } = await pages.openAdmin("/admin/administrators");
    const dialog = dialogOf(page);
    const email = dialog.getByLabel("Email");
    await press(page, /^Appoint administrator/);
    await dialog.getByLabel(/^Money/).check();
    await dialog.getByLabel("Your password", { exact: true }).fill(adminAccount.password);
    for (const [address, words] of [
      [jane.email, "Jane Doe is already an administrator with the role full."],
      [closed.email, "Zuri Ndlovu is deactivated. Activate them first."],
    ] as const) {
      await email.fill(address);
      await press(dialog, "Appoint administrator");
      await dialog.getByText(words).first().waitFor();
      expect([await email.inputValue(), await dialog.getByLabel(/^Money/).isChecked()]).toEqual([address, true]);
    }
    expect([await readRole(site, jane), await readRole(site, closed)]).toEqual(["full", undefined]);
    await press(dialog, "Cancel");
  });

  it("shows in the list that a revocation with a lost answer succeeded", async ({ pages, site }) => {
    const eve = await site.test.administrator("money", { firstName: "Eve", lastName: "Banda" });
    const { page } = await pages.openAdmin("/admin/administrators", { hasClock: true });
    const dialog = dialogOf(page);
    await press(page, "Revoke access of Eve Banda");
    await dialog.getByLabel("Your password", { exact: true }).fill(adminAccount.password);
    await abortRequests(page, `${ADMINISTRATORS}/*/revoke`, "POST", async () => {
      await press(dialog, "Revoke access");
      await dialog.getByText("Failed to revoke access").waitFor();
    });
    expect(await readRole(site, eve)).toBe("money");
    // This time it succeeds, and only the answer is lost.
    const lost = await loseAnswer(page, `${ADMINISTRATORS}/*/revoke`);
    await press(dialog, "Revoke access");
    await expect.poll(() => lost.length).toBe(1);
    await dialog.getByText("Failed to revoke access").waitFor();
    await expect.poll(() => readRole(site, eve)).toBeUndefined();
    expect(await dialog.getByLabel("Your password", { exact: true }).inputValue()).toBe(adminAccount.password);
    await press(dialog, "Revoke access");
    await dialog.getByText("Administrator not found.").waitFor();
    await press(dialog, "Cancel");
    await untilNextRefresh(page);
    await expect.poll(() => findRow(page, eve).count()).toBe(0);
  });
});

describe("the operations page", () => {
  it("compares the books once at a time", async ({ pages, site }) => {
    // Holds the lock that a running comparison holds.
    const other = openPool(site.test.database.url, { max: 1, role: null });
    const { page } = await pages.openAdmin("/admin/operations");
    await page.getByRole("button", { name: /^Check now/ }).waitFor();
    await other`select pg_advisory_lock(7234117002)`;
    await press(page, /^Check now/);
    await page
      .getByRole("main")
      .getByText("The books are already being compared. Please wait for the result.")
      .waitFor();
    await other.end();
    await press(page, /^Check now/);
    await expectToast(page, "Success", "The books match the ledger.");
  });

  it("leaves a bot paused when resuming fails", async ({ pages, site, jane }) => {
    const name = "Alpha-Forex-01";
    const statusOf = async (): Promise<string | undefined> => {
      const { bots } = await callApi<Operations>(site.test.admin, "GET", "/api/admin/operations");
      return bots.find((bot) => bot.name === name)?.status;
    };
    await callApi(jane, "POST", `/api/admin/bots/${site.bots.ids[0]}/pause`, { reason: "Wide spreads" });
    const { page } = await pages.openAdmin("/admin/operations");
    const dialog = dialogOf(page);
    await press(page, `Resume ${name}`);
    await failOnce(page, "/api/admin/bots/*/resume", "POST");
    await press(dialog, "Resume bot");
    await dialog.getByText(FAILURE).waitFor();
    await abortRequests(page, "/api/admin/bots/*/resume", "POST", async () => {
      await press(dialog, "Resume bot");
      await expectToast(page, "Error", "Failed to resume the bot");
    });
    await dialog.getByText(/Wide spreads$/).waitFor();
    expect(await statusOf()).toBe("paused");
    await press(dialog, "Resume bot");
    await expectToast(page, "Success", `${name} is resumed.`);
    await expect.poll(statusOf).toBe("trading");
  });
});
