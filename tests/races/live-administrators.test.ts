import { allCalls, type Call } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { turnOnApp } from "../harness/authenticator-app.ts";
import { liveEnvironment } from "../harness/live-environment.ts";
import { adminAccount, PASSWORD, startTestApp, type TestApp } from "../harness/test-app.ts";

/** The settings that live mode requires. Nothing here connects to the exchange. */
const live = { ...liveEnvironment, RATE_LIMIT_SCALE: "1", BROKER: "ccxt:kraken" };

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp(undefined, undefined, live);
});
afterAll(() => test.close());

const fill = ({ path }: Call): string =>
  path.replace(/:(id|session)/g, "5a9d3c1e-7a0b-4f55-9d7e-0d8f5b2a1c3e").replace(":side", "front");

/** The codes of all calls that need a session, made with an empty body and unknown ids. */
async function tryCalls(isTried: (call: Call) => boolean): Promise<Map<Call, unknown>> {
  const codes = new Map<Call, unknown>();
  for (const call of allCalls.filter(({ permission }) => permission !== "public")) {
    if (call.mediaType === "text/event-stream" || !isTried(call)) continue;
    const { body } = await test.admin.call(call.method, fill(call), call.method === "GET" ? undefined : {});
    codes.set(call, (body as { code?: unknown } | null | undefined)?.code ?? null);
  }
  return codes;
}

describe("an administrator in live mode", () => {
  it("can do nothing without a second factor but set one up", { tags: ["S26"] }, async () => {
    expect((await test.admin.call("GET", "/api/auth/user")).body).toMatchObject({ secondFactor: "required" });
    for (const [call, code] of await tryCalls(() => true)) {
      const name = `${call.method} ${call.path}`;
      if (call.openWithoutFactor) expect(code, name).not.toBe("FACTOR_REQUIRED");
      else expect(code, name).toBe("FACTOR_REQUIRED");
    }
    // An investor needs none.
    const investor = await test.signUp();
    expect((await investor.call("GET", "/api/user/withdrawals")).status).toBe(200);

    const { recoveryCodes } = await turnOnApp(test.admin, adminAccount.password);
    test.admin.proof = () => ({ code: recoveryCodes.pop() });
    expect((await test.admin.call("GET", "/api/auth/user")).body).toMatchObject({ secondFactor: "on" });
    for (const [call, code] of await tryCalls(({ method }) => method === "GET")) {
      expect(code, `${call.method} ${call.path}`).not.toBe("FACTOR_REQUIRED");
    }
    const rate = ["POST", "/api/admin/local-rates", { currency: "KES", rate: "129", source: "A bank" }] as const;
    expect((await test.admin.callOnce(...rate)).body).toMatchObject({ code: "STEP_UP_REQUIRED" });
    // The first rate in live mode waits for another administrator.
    expect((await test.admin.call(...rate)).status).toBe(202);
  });
});

describe("an investor in live mode", () => {
  it("proves acts with the password, without a second factor", { tags: ["S25"] }, async () => {
    const investor = await test.signUp();
    const address = { withdrawalType: "mpesa", country: "Kenya", phoneNumber: "+254712345678" };
    const save = ["POST", "/api/user/payout-addresses", address] as const;
    expect((await investor.call(...save)).body).toMatchObject({ code: "STEP_UP_REQUIRED" });
    investor.proof = () => ({ password: "Wrong-horse1" });
    expect((await investor.call(...save)).body).toMatchObject({ code: "FORBIDDEN" });
    investor.proof = () => ({ password: PASSWORD });
    expect((await investor.call(...save)).status).toBe(201);
    expect((await investor.callOnce(...save)).body, "an act that is proved once").toMatchObject({
      code: "STEP_UP_REQUIRED",
    });
  });
});
