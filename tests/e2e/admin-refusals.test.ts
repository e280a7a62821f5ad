import { messages, type AdminRole, type AdminVerification, type Operations } from "@wazi/contracts";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPool } from "../../apps/server/src/db/pool.ts";
import { dataUrl, phonePicture } from "../../apps/server/src/features/verification/sample-pictures.ts";
import { failOnce, loseAnswer, openAdmin, rowOf, unseen } from "../harness/admin-page.ts";
import { launchBrowser, NO_BROWSER } from "../harness/browser.ts";
import { closePage, cutOff, expectToast, made, press, type SignedInPage } from "../harness/investor-page.ts";
import type { ListPage } from "../harness/record-list.ts";
import { serveScriptedBots, type ServedScriptedBots } from "../harness/served-scripted-bots.ts";
import { adminAccount, type TestClient } from "../harness/test-app.ts";

const TITLE = NO_BROWSER ? ` (skipped: ${NO_BROWSER})` : "";
const VERIFICATIONS = "/api/admin/verifications";
const ADMINISTRATORS = "/api/admin/administrators";
const FAILURE = "Something went wrong on our side. Please try again.";
/** What others do is seen at the next reading. */
const visibleWithin = { timeout: 20_000 };

let served: ServedScriptedBots;
let browser: Browser;
/** A second administrator. */
let jane: TestClient;

beforeAll(async () => {
  if (NO_BROWSER) return;
  served = await serveScriptedBots();
  browser = await launchBrowser();
  jane = await served.test.administrator("full", { firstName: "Jane", lastName: "Doe" });
});

afterAll(async () => {
  if (NO_BROWSER) return;
  await browser.close();
  expect(await served.test.differences()).toEqual([]);
  await served.stop();
});

const open = (path: string): Promise<SignedInPage> => openAdmin(browser, served, path);
const dialogOf = (page: Page): Locator => page.getByRole("dialog");

describe("a review", () => {
  async function submitted(): Promise<TestClient> {
    const client = await served.test.signUp();
    const frontImageUrl = dataUrl("jpeg", await phonePicture(900, 600));
    const form = { documentType: "passport", documentNumber: "P-31", frontImageUrl };
    await made(client, "POST", "/api/verification/submit", form);
    return client;
  }

  async function latestOf({ userId }: TestClient): Promise<AdminVerification> {
    const path = `${VERIFICATIONS}?user=${userId}&limit=1`;
    return (await made<ListPage<AdminVerification>>(served.test.admin, "GET", path)).items[0]!;
  }

  async function review(page: Page, client: TestClient): Promise<Locator> {
    await rowOf(page, client)
      .getByRole("button", { name: /^Review/ })
      .click();
    const dialog = dialogOf(page);
    await dialog.getByRole("img", { name: "Front of the document" }).waitFor();
    return dialog;
  }

  it.skipIf(NO_BROWSER !== "")(`that fails to approve stays open${TITLE}`, async () => {
    const client = await submitted();
    const opened = await open("/admin?tab=verifications");
    const { page } = opened;
    const dialog = await review(page, client);
    await failOnce(page, `${VERIFICATIONS}/*/review`, "POST");
    await press(dialog, "Approve");
    await dialog.getByText(FAILURE).waitFor();
    expect((await latestOf(client)).status).toBe("pending");
    await dialog.getByRole("img", { name: "Front of the document" }).waitFor();
    await press(dialog, "Approve");
    await expectToast(page, "Success", "The verification was approved.");
    await dialog.waitFor({ state: "detached" });
    expect((await latestOf(client)).status).toBe("approved");
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "").each([
    ["Approve", "rejected", { status: "rejected", rejectionReason: "Not readable" }],
    ["Reject", "approved", { status: "approved" }],
  ])(`to %s what another administrator has %s is refused${TITLE}`, async (button, ended, body) => {
    const client = await submitted();
    const { id } = await latestOf(client);
    const opened = await open("/admin?tab=verifications");
    const { page } = opened;
    const dialog = await review(page, client);
    const reason = dialog.getByLabel("Rejection reason");
    await reason.fill("A corner is missing.");
    await unseen(page, VERIFICATIONS, async () => {
      await made(jane, "POST", `${VERIFICATIONS}/${id}/review`, body);
      await press(dialog, button);
      await dialog.getByText(`This verification is no longer pending: it was ${ended} by Jane Doe`).waitFor();
    });
    await dialog.getByText("Somebody was quicker").waitFor();
    expect([await reason.inputValue(), await reason.isEditable()]).toEqual(["A corner is missing.", false]);
    expect(await dialog.getByRole("button", { name: /^(Approve|Reject)$/ }).count()).toBe(0);
    expect(await latestOf(client)).toMatchObject({ status: ended, reviewedBy: { email: jane.email } });
    await closePage(opened);
  });
});

describe("an administrator's rights", () => {
  async function roleOf({ userId }: TestClient): Promise<AdminRole | undefined> {
    const all = await made<{ id: string; role: AdminRole }[]>(served.test.admin, "GET", ADMINISTRATORS);
    return all.find(({ id }) => id === userId)?.role;
  }

  it.skipIf(NO_BROWSER !== "")(`stay as they are after a wrong password, and so does the choice${TITLE}`, async () => {
    const joy = await served.test.administrator("money", { firstName: "Joy", lastName: "Mensah" });
    const opened = await open("/admin/administrators");
    const { page } = opened;
    const dialog = dialogOf(page);
    const password = dialog.getByLabel("Your own password", { exact: true });
    await press(page, "Change role of Joy Mensah");
    await dialog.getByLabel(/^Read only/).check();
    await password.fill("Wrong-passw0rd!");
    await press(dialog, "Change role");
    await dialog.getByText(messages.wrongCurrentPassword).first().waitFor();
    expect(await dialog.getByLabel(/^Read only/).isChecked()).toBe(true);
    expect(await roleOf(joy)).toBe("money");
    await failOnce(page, `${ADMINISTRATORS}/*/role`, "POST");
    await password.fill(adminAccount.password);
    await press(dialog, "Change role");
    await dialog.getByText(FAILURE).waitFor();
    expect(await dialog.getByLabel(/^Read only/).isChecked()).toBe(true);
    await press(dialog, "Change role");
    await expectToast(page, "Success", "The role of Joy Mensah is read only now.");
    expect(await roleOf(joy)).toBe("read-only");
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`go neither to who has them nor to who is deactivated${TITLE}`, async () => {
    const closed = await served.test.signUp({ firstName: "Zuri", lastName: "Ndlovu" });
    await made(jane, "POST", `/api/admin/users/${closed.userId}/deactivate`, { reason: "Asked for it" });
    const opened = await open("/admin/administrators");
    const { page } = opened;
    const dialog = dialogOf(page);
    const email = dialog.getByLabel("Their email");
    await press(page, /^Make an administrator/);
    await dialog.getByLabel(/^Money/).check();
    await dialog.getByLabel("Your own password", { exact: true }).fill(adminAccount.password);
    for (const [address, words] of [
      [jane.email, "Jane Doe is an administrator already, with the role full."],
      [closed.email, "Zuri Ndlovu is deactivated. Activate them first."],
    ] as const) {
      await email.fill(address);
      await press(dialog, "Make administrator");
      await dialog.getByText(words).first().waitFor();
      expect([await email.inputValue(), await dialog.getByLabel(/^Money/).isChecked()]).toEqual([address, true]);
    }
    expect([await roleOf(jane), await roleOf(closed)]).toEqual(["full", undefined]);
    await press(dialog, "Cancel");
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`are taken away without an answer, which the list tells then${TITLE}`, async () => {
    const eve = await served.test.administrator("money", { firstName: "Eve", lastName: "Banda" });
    const opened = await open("/admin/administrators");
    const { page } = opened;
    const dialog = dialogOf(page);
    await press(page, "Unmake Eve Banda");
    await dialog.getByLabel("Your own password", { exact: true }).fill(adminAccount.password);
    await cutOff(page, `${ADMINISTRATORS}/*/unmake`, "POST", async () => {
      await press(dialog, "Unmake administrator");
      await dialog.getByText("Failed to unmake the administrator").waitFor();
    });
    expect(await roleOf(eve)).toBe("money");
    // This time it is done, and only its answer is lost.
    const lost = await loseAnswer(page, `${ADMINISTRATORS}/*/unmake`);
    await press(dialog, "Unmake administrator");
    await expect.poll(() => lost.length, visibleWithin).toBe(1);
    await dialog.getByText("Failed to unmake the administrator").waitFor();
    await expect.poll(() => roleOf(eve), visibleWithin).toBeUndefined();
    expect(await dialog.getByLabel("Your own password", { exact: true }).inputValue()).toBe(adminAccount.password);
    await press(dialog, "Unmake administrator");
    await dialog.getByText("There is no such administrator").waitFor();
    await press(dialog, "Cancel");
    await expect.poll(() => rowOf(page, eve).count(), visibleWithin).toBe(0);
    await closePage(opened);
  });
});

describe("the operations", () => {
  it.skipIf(NO_BROWSER !== "")(`compare the books once at a time${TITLE}`, async () => {
    // Holds what a comparison that was asked for holds while it runs.
    const other = openPool(served.test.database.url, { max: 1, role: null });
    const opened = await open("/admin/operations");
    const { page } = opened;
    await page.getByRole("button", { name: /^Check now/ }).waitFor();
    await other`select pg_advisory_lock(7234117002)`;
    await press(page, /^Check now/);
    await page
      .getByRole("main")
      .getByText("The books are being compared at this moment. Please wait for the result.")
      .waitFor();
    await other.end();
    await press(page, /^Check now/);
    await expectToast(page, "Success", "The books agree with the ledger.");
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`leave a bot paused where resuming it failed${TITLE}`, async () => {
    const name = "Alpha-Forex-01";
    const statusOf = async (): Promise<string | undefined> => {
      const { bots } = await made<Operations>(served.test.admin, "GET", "/api/admin/operations");
      return bots.find((bot) => bot.name === name)?.status;
    };
    await made(jane, "POST", `/api/admin/bots/${served.bots.ids[0]}/pause`, { reason: "Wide spreads" });
    const opened = await open("/admin/operations");
    const { page } = opened;
    const dialog = dialogOf(page);
    await press(page, `Resume ${name}`);
    await failOnce(page, "/api/admin/bots/*/resume", "POST");
    await press(dialog, "Resume bot");
    await dialog.getByText(FAILURE).waitFor();
    await cutOff(page, "/api/admin/bots/*/resume", "POST", async () => {
      await press(dialog, "Resume bot");
      await expectToast(page, "Error", "Failed to resume the bot");
    });
    await dialog.getByText(/Wide spreads$/).waitFor();
    expect(await statusOf()).toBe("paused");
    await press(dialog, "Resume bot");
    await expectToast(page, "Success", `${name} is resumed.`);
    await expect.poll(statusOf, visibleWithin).toBe("trading");
    await closePage(opened);
  });
});
