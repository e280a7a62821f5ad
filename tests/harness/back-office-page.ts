import type { AdminRole } from "@wazi/contracts";
import type { Browser } from "playwright-core";
import { made, openAs, type SignedInPage } from "./investor-page.ts";
import { signUpForm } from "./http-client.ts";
import type { ServedScriptedBots } from "./served-scripted-bots.ts";
import type { TestClient } from "./test-app.ts";

/** Of the first administrator of a test's server. */
export const adminAccount = { email: "admin@wazi.local", password: "Admin-passw0rd!" };
export const USER_PASSWORD = String(signUpForm()["password"]);

/** A page of the back office as its first administrator sees it. */
export function openAsAdmin(
  browser: Browser,
  served: ServedScriptedBots,
  path: string,
  options: { width?: number } = {},
): Promise<SignedInPage> {
  const client = { ...served.test.admin, email: adminAccount.email };
  return openAs(browser, served, client, path, { ...options, password: adminAccount.password });
}

/** Another administrator, signed in, whose password is that of every investor of the tests. */
export async function anotherAdmin(
  served: ServedScriptedBots,
  role: AdminRole,
  name: { firstName: string; lastName: string },
): Promise<TestClient> {
  const client = await served.test.signUp(name);
  await made(served.test.admin, "POST", "/api/admin/administrators", {
    email: client.email,
    role,
    password: adminAccount.password,
  });
  await made(client, "POST", "/api/auth/signin", { email: client.email, password: USER_PASSWORD });
  return client;
}
