import type { lookup } from "node:dns";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startFakePushService, type FakePushService } from "../../../../../tests/harness/fake-push-service.ts";
import type { PushTarget, PushTransport } from "./push-transport.ts";
import { createPublicLookup, openWebPush } from "./web-push.ts";

const PRIVATE_KEY = Buffer.alloc(32, 7);

let service: FakePushService;
let transport: PushTransport;
beforeAll(async () => {
  service = await startFakePushService();
  transport = openWebPush({ privateKey: PRIVATE_KEY, contact: "https://wazi.example", testOrigin: service.origin });
});
afterAll(async () => {
  transport.close();
  await service.close();
});

function createTarget(): PushTarget {
  const { endpoint, p256dh, auth } = service.createBrowser();
  return { endpoint, p256dh: Buffer.from(p256dh, "base64url"), auth: Buffer.from(auth, "base64url") };
}

describe("a push message", () => {
  it.each([
    [201, "sent"],
    [202, "sent"],
    [400, "refused"],
    [413, "refused"],
    [302, "refused"],
    [404, "gone"],
    [410, "gone"],
    [401, "later"],
    [403, "later"],
    [429, "later"],
    [503, "later"],
  ] as const)("that is answered with %i is %s", async (status, outcome) => {
    service.answers.push(status);
    expect(await transport.send(createTarget(), "{}")).toBe(outcome);
  });

  it("may be taken later by a service that cannot be reached", async () => {
    const closed = openWebPush({ privateKey: PRIVATE_KEY, contact: "x", testOrigin: "http://127.0.0.1:9" });
    expect(await closed.send({ ...createTarget(), endpoint: "http://127.0.0.1:9/x" }, "{}")).toBe("later");
  });

  it("is not sent to an address that is not accepted", async () => {
    expect(await transport.send({ ...createTarget(), endpoint: "https://127.0.0.1/x" }, "{}")).toBe("gone");
  });
});

describe("the addresses of a name", { tags: ["S63"] }, () => {
  const find = (addresses: readonly string[], all: boolean) =>
    new Promise((resolve) => {
      const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
      const answer = ((_name: string, _options: object, done: (error: null, list: object[]) => void) =>
        done(null, found)) as unknown as typeof lookup;
      createPublicLookup(answer)("push.example.com", { all }, (error, address) => resolve(error?.message ?? address));
    });

  it("are used when all of them are public", async () => {
    expect(await find(["142.250.0.1", "2a00:1450:4009:81e::200a"], false)).toBe("142.250.0.1");
    expect(await find(["142.250.0.1"], true)).toEqual([{ address: "142.250.0.1", family: 4 }]);
  });

  it.each([[["127.0.0.1"]], [["142.250.0.1", "10.0.0.1"]], [["::ffff:127.0.0.1"]], [["169.254.169.254"]]])(
    "are refused with a private one: %s",
    async (addresses) => {
      expect(await find(addresses, false)).toContain("has an address that is not public");
      expect(await find(addresses, true)).toContain("has an address that is not public");
    },
  );

  it("are refused when there is none", async () => {
    expect(await find([], true)).toContain("has no address");
  });
});
