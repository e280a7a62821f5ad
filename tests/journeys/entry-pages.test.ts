import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { browserTest } from "../harness/browser-test.ts";
import { adminAccount } from "../harness/test-app.ts";
import type { Pages } from "../harness/pages.ts";
import type { WatchedPage } from "../harness/browser.ts";

const it = browserTest;

/** A page whose clock the test controls. */
async function openWithClock(pages: Pages): Promise<WatchedPage> {
  const watched = await pages.openVisitor();
  await watched.page.clock.install();
  return watched;
}

/** Stops the clock: timers of the page run only when the test moves it on. */
async function pauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + 60_000);
}

async function fillSignUp(page: Page, email: string): Promise<void> {
  await page.getByLabel("First name").fill("Amina");
  await page.getByLabel("Last name").fill("Otieno");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill("Correct-h0rse!");
  await page.getByLabel("Confirm password", { exact: true }).fill("Correct-h0rse!");
  await page.getByLabel("Country").selectOption("Kenya");
  await page.getByLabel("Phone").fill("0712345678");
  await page.getByLabel("Date of birth").fill("1990-05-17");
  await page.getByLabel("Preferred market").selectOption("Crypto");
}

describe("a page without working scripts", () => {
  it.for<[when: string, javaScript: boolean]>([
    ["its scripts are still on their way", true],
    ["scripts are off", false],
  ])("puts no password into the URL: %s", async ([, javaScript], { pages, site }) => {
    const { page } = await pages.openVisitor({ javaScript });
    await page.route("**/assets/*.js", (route) => route.abort());
    const addresses: string[] = [];
    page.on("request", (request) => addresses.push(request.url()));
    for (const path of ["/signin", "/signup", "/admin"]) {
      await page.goto(path);
      await page.getByLabel("Email", { exact: true }).fill("amina@example.com");
      await page.getByLabel("Password", { exact: true }).fill("Correct-h0rse!");
      await page.getByLabel("Password", { exact: true }).press("Enter");
      if (javaScript) expect(page.url()).toBe(`${site.origin}${path}`);
    }
    expect(addresses.filter((address) => /amina|h0rse/.test(address))).toEqual([]);
  });
});

describe("signing up", () => {
  it("explains password strength and shows errors at the fields", async ({ pages }) => {
    const { page } = await pages.openVisitor();
    await page.goto("/signup");
    const strength = page.getByTestId("password-strength");
    const password = page.getByLabel("Password", { exact: true });
    await page.getByText("8+ characters with uppercase, lowercase, number & special character").waitFor();
    await password.fill("Abcdefg1");
    await strength.getByText("Still needed: a special character").waitFor();
    await password.fill("Abcdefg1!");
    await strength.getByText("Good. A longer password is stronger.").waitFor();
    const phone = page.getByLabel("Phone");
    expect(await phone.getAttribute("placeholder")).toBe("Select country first");
    await page.getByLabel("Country").selectOption("Ghana");
    await page.getByText("+233").waitFor();
    expect(await phone.getAttribute("placeholder")).toBe("");
    await page.getByRole("button", { name: "Create Account" }).click();
    await page.getByTestId("errors-status").getByText("6 fields need attention.").waitFor();
    const first = page.getByLabel("First name");
    expect(await page.locator(":focus").getAttribute("name")).toBe("firstName");
    const described = (await first.getAttribute("aria-describedby")) ?? "";
    expect(await page.locator(`[id="${described}"]`).innerText()).toContain("First name must be at least 2 characters");
  });

  it("keeps the form after a failure", async ({ pages }) => {
    const { page } = await pages.openVisitor();
    await page.goto("/signup");
    await fillSignUp(page, adminAccount.email);
    await page.getByRole("button", { name: "Create Account" }).click();
    await page.getByText("Signup Failed").waitFor();
    expect(await page.locator(":focus").getAttribute("name")).toBe("email");
    const fields = await page.locator("form input:not([type=checkbox]), form select").all();
    const kept = await Promise.all(fields.map((field) => field.inputValue()));
    expect(kept).toEqual([
      "Amina",
      "Otieno",
      adminAccount.email,
      "Correct-h0rse!",
      "Correct-h0rse!",
      "Kenya",
      "0712345678",
      "1990-05-17",
      "crypto",
      "",
    ]);
  });

  it("shows its toast for two seconds and continues after one and a half", async ({ pages }) => {
    const { page } = await openWithClock(pages);
    await page.goto("/signup");
    await fillSignUp(page, "amina@example.com");
    await pauseClock(page);
    await page.getByRole("button", { name: "Create Account" }).click();
    const toast = page.getByRole("status").getByText("Account Created!");
    await toast.waitFor();
    await page.clock.runFor(1_400);
    expect(new URL(page.url()).pathname).toBe("/signup");
    await page.clock.runFor(200);
    await page.waitForURL("**/dashboard");
    await page.clock.runFor(300);
    expect(await toast.isVisible()).toBe(true);
    await page.clock.runFor(200);
    await toast.waitFor({ state: "detached" });
    const user = (await (await page.request.get("/api/auth/user")).json()) as { firstName: string };
    expect(user.firstName).toBe("Amina");
  });
});

describe("signing in", () => {
  it("shows one toast at a time and continues after half a second", async ({ pages }) => {
    const { page } = await openWithClock(pages);
    await page.goto("/signin");
    await page.getByLabel("Email", { exact: true }).fill(adminAccount.email);
    const password = page.getByLabel("Password", { exact: true });
    await password.fill("wrong");
    await page.getByRole("button", { name: "Show password" }).click();
    expect(await password.getAttribute("type")).toBe("text");
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
    const place = page.locator(".toast-place");
    await place.getByText("Sign In Failed").waitFor();
    await password.fill(adminAccount.password);
    await pauseClock(page);
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
    await place.getByText("Welcome Back!").waitFor();
    expect(await place.getByText("Sign In Failed").count()).toBe(0);
    await page.clock.runFor(400);
    expect(new URL(page.url()).pathname).toBe("/signin");
    await page.clock.runFor(200);
    await page.waitForURL("**/admin");
  });

  it("asks for the second factor only when the server does", async ({ pages }) => {
    const { page } = await pages.openVisitor();
    const bodies: unknown[] = [];
    await page.route("**/api/auth/signin", async (route) => {
      bodies.push(route.request().postDataJSON());
      const refusal = { statusCode: 401, code: "TOTP_REQUIRED", message: "Please enter your code" };
      // The account has no second factor, so its server takes no code.
      const { totp: _totp, ...accepted } = route.request().postDataJSON() as Record<string, string>;
      await (bodies.length === 1
        ? route.fulfill({ status: 401, json: refusal })
        : route.continue({ postData: accepted }));
    });
    await page.goto("/signin");
    const code = page.getByLabel("Code", { exact: true });
    expect(await code.count()).toBe(0);
    await page.getByLabel("Email", { exact: true }).fill(adminAccount.email);
    await page.getByLabel("Password", { exact: true }).fill(adminAccount.password);
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
    await code.waitFor();
    expect(await page.locator(":focus").getAttribute("name")).toBe("totp");
    await code.fill("123456");
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
    await page.waitForURL("**/admin");
    const given = { email: adminAccount.email, password: adminAccount.password };
    expect(bodies).toEqual([given, { ...given, totp: "123456" }]);
  });
});
