import type { CurrentUser } from "@wazi/contracts";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { showCode, turnOnApp } from "../harness/authenticator-app.ts";
import { browserTest } from "../harness/browser-test.ts";
import { callApi, expectAccessible, expectToast, press } from "../harness/page-actions.ts";
import { PASSWORD } from "../harness/test-app.ts";
import { sendDueMails } from "../../apps/server/src/notices/mails/send-mails.ts";
import { createRecordingMail } from "../harness/recording-mail.ts";
import { silentLog } from "../harness/silent-log.ts";
import type { TestSite } from "../harness/test-site.ts";

const it = browserTest.extend("mailbox", { scope: "file" }, ({ site }) => openMailbox(site));

const NEW_PASSWORD = "Another-h0rse!";

/** A page keeps its document when only the part after the # changes, so it is left first. */
async function openLink(page: Page, link: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(link);
  await expect.poll(() => new URL(page.url()).hash).toBe("");
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/signin");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await press(page, "Sign In");
}

describe("a forgotten password", () => {
  it("is replaced with the link of a mail", async ({ pages, site, mailbox }) => {
    const { email } = await site.test.signUp();
    const { page } = await pages.openVisitor();
    await page.goto("/signin");
    await page.getByRole("link", { name: /forgot/i }).click();
    await page.getByRole("heading", { name: "Forgot your password?" }).waitFor();
    await press(page, "Send link");
    await page.getByText("Invalid email address").waitFor();
    await expectAccessible(page, "recovery-forgot");
    await page.getByLabel("Email").fill(email);
    await press(page, "Send link");
    await page.getByText("Check your e-mail").waitFor();
    await expectAccessible(page, "recovery-forgot-sent");

    await openLink(page, await mailbox.findLink(email, "/reset-password"));
    await page.getByLabel("New password", { exact: true }).fill("Password1!");
    await page.getByLabel("Confirm password", { exact: true }).fill("Password1!");
    await press(page, "Save new password");
    await page.getByRole("alert").waitFor();
    await expectAccessible(page, "recovery-reset");
    await page.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel("Confirm password", { exact: true }).fill(NEW_PASSWORD);
    await press(page, "Save new password");
    await page.getByText("Your password was changed").waitFor();
    await expectAccessible(page, "recovery-reset-done");
    await signIn(page, email, NEW_PASSWORD);
    await page.getByRole("heading", { name: "Welcome, Amina" }).waitFor();
  });
});

describe("an e-mail address", () => {
  it("is confirmed, and changed from the profile", async ({ pages, site, mailbox }) => {
    const client = await site.test.signUp();
    const { page } = await pages.openAs(client, "/profile");
    const section = page.getByRole("region", { name: "E-mail address" });
    await section.getByText("Not confirmed").waitFor();
    const visitor = await pages.openVisitor();
    await visitor.page.goto("/verify-email");
    await visitor.page.getByText("This page needs the complete link from our mail.", { exact: false }).waitFor();
    await openLink(visitor.page, await mailbox.findLink(client.email, "/verify-email"));
    await expectAccessible(visitor.page, "recovery-verify");
    await press(visitor.page, "Confirm e-mail address");
    await visitor.page.getByText("Your e-mail address is confirmed").waitFor();
    await expectAccessible(visitor.page, "recovery-verified");

    const newEmail = `new-${client.email}`;
    await page.reload();
    await section.getByText("Confirmed", { exact: true }).waitFor();
    await press(section, "Change e-mail address");
    await section.getByLabel("New e-mail address").fill(newEmail);
    await section.getByLabel("Your password", { exact: true }).fill(PASSWORD);
    await expectAccessible(page, "recovery-change-form");
    await press(section, "Send link");
    await section.getByText("Waiting for your new address").waitFor();
    await expectAccessible(page, "recovery-change-waits");
    await openLink(visitor.page, await mailbox.findLink(newEmail, "/change-email"));
    await press(visitor.page, "Agree to the change");
    await visitor.page.getByText("Now the current address is asked").waitFor();
    await expectAccessible(visitor.page, "recovery-change-agreed");
    await page.reload();
    await section.getByText("Waiting for your current address").waitFor();
    await expectAccessible(page, "recovery-change-confirmed");
    await openLink(visitor.page, await mailbox.findLink(client.email, "/change-email"));
    await press(visitor.page, "Agree to the change");
    await visitor.page.getByText("Your e-mail address was changed").waitFor();
    await expectAccessible(visitor.page, "recovery-changed");
    expect((await callApi<CurrentUser>(client, "GET", "/api/auth/user")).email).toBe(newEmail);

    await openLink(visitor.page, await mailbox.findLink(client.email, "/undo-email"));
    await expectAccessible(visitor.page, "recovery-undo");
    await press(visitor.page, "Undo the change and freeze my account");
    await visitor.page.getByText("Your address is back, and your account is frozen").waitFor();
    await expectAccessible(visitor.page, "recovery-undone");
    await signIn(visitor.page, client.email, PASSWORD);
    await visitor.page
      .getByText(/frozen/i)
      .first()
      .waitFor();
  });
});

describe("“This was not me”", () => {
  it("freezes the account, which administrators see and can end", async ({ pages, site, mailbox }) => {
    const client = await site.test.signUp();
    await site.test.visitor().call("POST", "/api/auth/forgot-password", { email: client.email });
    const { page } = await pages.openVisitor();
    await openLink(page, await mailbox.findLink(client.email, "/freeze"));
    await expectAccessible(page, "recovery-freeze");
    await press(page, "Freeze my account");
    await page.getByText("Your account is frozen").waitFor();
    await expectAccessible(page, "recovery-frozen");
    await signIn(page, client.email, PASSWORD);
    await page
      .getByText(/frozen/i)
      .first()
      .waitFor();
    await expectAccessible(page, "recovery-frozen-sign-in");

    const admin = await pages.openAdmin(`/admin/users/${client.userId}`);
    await admin.page.getByText("Frozen by its owner").waitFor();
    await expectAccessible(admin.page, "admin-frozen-user");
    await press(admin.page, /^End freeze/);
    const dialog = admin.page.getByRole("dialog");
    await expectAccessible(admin.page, "admin-end-freeze");
    await press(dialog, "End freeze");
    await expectToast(admin.page, "Success", "The account is no longer frozen. The user is told by mail.");
    await admin.page.getByText("Frozen by its owner").waitFor({ state: "detached" });
  });

  it("is an administrator's too, with a reason that the owner reads before ending it", async ({
    pages,
    site,
    mailbox,
  }) => {
    const client = await site.test.signUp();
    const admin = await pages.openAdmin(`/admin/users/${client.userId}`);
    await press(admin.page, /^Freeze /);
    const dialog = admin.page.getByRole("dialog");
    await dialog.getByLabel("Reason").fill("You called: your phone was stolen");
    await expectAccessible(admin.page, "admin-freeze");
    await press(dialog, "Freeze account");
    await admin.page.getByText(/^Frozen by /).waitFor();
    await expectAccessible(admin.page, "admin-frozen");

    const { page } = await pages.openVisitor();
    await signIn(page, client.email, PASSWORD);
    await page.getByRole("heading", { name: "Welcome, Amina" }).waitFor();
    await page.goto("/withdrawal");
    await page.getByRole("link", { name: "profile page" }).waitFor();
    await expectAccessible(page, "withdrawal-frozen");
    await page.getByRole("link", { name: "profile page" }).click();
    const section = page.getByRole("region", { name: "Freeze your account" });
    await section.getByText("You called: your phone was stolen").waitFor();
    await expectAccessible(page, "profile-frozen");
    expect(await section.getByRole("button", { name: "End the freeze" }).count()).toBe(0);
    await section.getByRole("link", { name: "reset your password by e-mail" }).click();
    await page.getByRole("heading", { name: "Forgot your password?" }).waitFor();
    await client.call("POST", "/api/auth/forgot-password", { email: client.email });
    await openLink(page, await mailbox.findLink(client.email, "/reset-password"));
    await page.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel("Confirm password", { exact: true }).fill(NEW_PASSWORD);
    await press(page, "Save new password");
    await page.getByText("Your password was changed").waitFor();
    await signIn(page, client.email, NEW_PASSWORD);
    await page.getByRole("heading", { name: "Welcome, Amina" }).waitFor();
    await page.goto("/profile");
    await press(section, "End the freeze");
    const proof = page.getByRole("dialog");
    await proof.getByLabel("Your password", { exact: true }).fill(NEW_PASSWORD);
    await press(proof, "Confirm");
    await press(section, "Freeze my account");
    await expectAccessible(page, "profile-freeze");
    await press(section, "Freeze it now");
    await page.getByRole("heading", { name: "Forgot your password?" }).waitFor();
    await signIn(page, client.email, NEW_PASSWORD);
    await page
      .getByText(/frozen/i)
      .first()
      .waitFor();
  });
});

describe("the back office", () => {
  it("removes a user's second step, with a reason", async ({ pages, site }) => {
    const client = await site.test.signUp();
    await turnOnApp(client, PASSWORD);
    const { page } = await pages.openAdmin(`/admin/users/${client.userId}`);
    await press(page, /^Remove the second factors of/);
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Reason").fill("Lost phone; called back on the known number");
    await expectAccessible(page, "admin-remove-second-step");
    await press(dialog, "Remove");
    await expectToast(page, "Success", "Amina Otieno can sign in with the password alone.");
    await page.getByText("Off", { exact: true }).waitFor();
    expect((await client.call("POST", "/api/auth/signin", { email: client.email, password: PASSWORD })).status).toBe(
      200,
    );
  });

  it("sends another administrator a link to reset the password", async ({ pages, site, mailbox }) => {
    const jane = await site.test.administrator("money", { firstName: "Jane", lastName: "Doe" });
    const { page } = await pages.openAdmin("/admin/administrators");
    await press(page, "Reset password of Jane Doe");
    const dialog = page.getByRole("dialog");
    await press(dialog, "Send link");
    await dialog.getByText("Password is required").first().waitFor();
    await expectAccessible(page, "admin-reset-password");
    await dialog.getByLabel("Your password", { exact: true }).fill("Admin-passw0rd!");
    await press(dialog, "Send link");
    await expectToast(page, "Success", `A link was sent to ${jane.email}.`);
    expect(await mailbox.findLink(jane.email, "/reset-password")).not.toBe("");
  });

  it("lists mails that could not be delivered, and sends one again", async ({ pages, site }) => {
    const { userId, email } = await site.test.signUp();
    await site.test.sql`
      update mail_outbox set attempts = 8, failed_at = now(), last_error = '550 5.1.1 The mailbox does not exist'
      where user_id = ${userId}`;
    const { page } = await pages.openAdmin("/admin/operations");
    await page.getByText("1 mail could not be delivered").waitFor();
    await page.getByText("1 mail could not be delivered").scrollIntoViewIfNeeded();
    await expectAccessible(page, "admin-failed-mails");
    await press(page, `Send again to ${email}`);
    await expectToast(page, "Mail Queued", "It is tried again from the beginning.");
    await page.getByText("1 mail could not be delivered").waitFor({ state: "detached" });
  });

  it("lets an administrator without a second step only set one up where it is required", async ({ pages }) => {
    const { page } = await pages.openAdmin("/cookies");
    await page.route("**/api/auth/user", async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        json: { ...((await answer.json()) as object), secondFactor: "required" },
      });
    });
    await page.goto("/admin/money");
    await page.getByText("Administrators need a second step").waitFor();
    await page.getByRole("button", { name: "Set up an authenticator app" }).waitFor();
    expect(await page.getByRole("heading", { name: "Money", exact: true }).count()).toBe(0);
    await expectAccessible(page, "admin-factor-required");
  });
});

describe("the address book", () => {
  it("takes a destination after a second step, without losing the form", async ({ pages, site }) => {
    const client = await site.test.funded("300");
    const { key, recoveryCodes } = await turnOnApp(client, PASSWORD);
    const { page, context } = await pages.openVisitor();
    const data = { email: client.email, password: PASSWORD, totp: recoveryCodes[0] };
    expect((await context.request.post("/api/auth/signin", { data })).status()).toBe(200);
    await page.goto("/withdrawal");
    await page.getByRole("tab", { name: "M-Pesa" }).click();
    await page.getByLabel("M-Pesa phone number").fill("+254712345678");
    await press(page, "Save this destination");
    const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
    await dialog.getByLabel("Code from your authenticator app").fill(showCode(key, Date.now()));
    await expectAccessible(page, "address-book-step-up");
    await press(dialog, "Confirm");
    await dialog.waitFor({ state: "detached" });
    // The form's list of saved destinations names it too, in an option that counts as hidden.
    await page.getByText("M-Pesa Kenya 0712 345 678").filter({ visible: true }).first().waitFor();
    await expectAccessible(page, "address-book");
  });
});

/** The mailboxes of the people of a test site. */
interface Mailbox {
  /** Waits for the latest mail to an address with a link to a page. @returns the link, from its path on */
  findLink(email: string, path: string): Promise<string>;
}

function openMailbox({ test, origin }: TestSite): Mailbox {
  const { transport, sent } = createRecordingMail();
  const deps = { sql: test.sql, now: () => new Date(), transport, links: test.links, origin };
  const readLink = async (email: string, path: string): Promise<string> => {
    while ((await sendDueMails(deps, silentLog)) > 0);
    const links = sent
      .filter(({ to }) => to === email)
      .map(({ text }) => new RegExp(`${path}#[\\w-]+`).exec(text)?.[0]);
    return links.findLast((link) => link !== undefined) ?? "";
  };
  return {
    async findLink(email, path) {
      await expect.poll(() => readLink(email, path)).not.toBe("");
      return readLink(email, path);
    },
  };
}
