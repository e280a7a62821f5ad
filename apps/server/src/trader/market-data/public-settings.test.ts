import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../../../tests/harness/test-app.ts";

let plain: TestApp;
let secured: TestApp;

beforeAll(async () => {
  plain = await startTestApp();
  secured = await startTestApp(plain.database, undefined, { PUBLIC_ORIGIN: "https://wazi.example" });
});
afterAll(async () => {
  await secured.close();
  await plain.close();
});

it("report TLS and, in demo mode, no operator", async () => {
  const over = async (app: TestApp): Promise<object> => (await app.visitor().call("GET", "/api/public/settings")).body;
  expect(await over(plain)).toMatchObject({ mode: "demo", isTls: false, operator: null });
  expect(await over(secured)).toMatchObject({ isTls: true });
});
