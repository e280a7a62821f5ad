import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { MAX_IMAGE_BYTES, type AuditEvent } from "@wazi/contracts";
import { describe, expect, type ExpectStatic } from "vitest";
import { createCameraPicture, toDataUrl } from "../../apps/server/src/people/documents/sample-pictures.ts";
import { findProgram } from "../cluster/programs.ts";
import { PASSWORD, signIn, signUp, signUpForm } from "../harness/http-client.ts";
import { usdt } from "../harness/money-forms.ts";
import { sharedProcessTest } from "../harness/process-test.ts";
import { stretchBound } from "../harness/stretch-bound.ts";
import { adminOf } from "../harness/wazi-process.ts";
import { createVisitor, makeCertificate, type Visitor } from "./tls-client.ts";
import { explainMissing, NO_ROOT, versionOf, startBuiltWazi } from "./nightly-programs.ts";
import { PROXIES, SITE_NAME, startProxy, type ProxyName, type RunningProxy } from "./proxies.ts";

/** `WAZI_STREAM_SECONDS=70` is enough to see most time-outs of proxies, which are 60 s. */
const STREAM_MS = Number(process.env["WAZI_STREAM_SECONDS"] ?? 600) * 1_000;
/** Wazi writes every 20 s. A proxy that collects answers holds them back for longer. */
const SILENCE_MS = 25_000;
/** A change is on a screen at once; by polling it takes 10 s. */
const EVENT_MS = 3_000;
/** With this factor an address has 10 wrong sign-ins. */
const RATE_LIMIT_SCALE = 0.2;
const WRONG_SIGN_INS = 10;
const FORGED = "203.0.113.9";
/** Each proxy has visitors of its own addresses, so that their limits are their own. */
const networks: Record<ProxyName, number> = { nginx: 1, haproxy: 2, caddy: 3 };

const INSTALLED = PROXIES.filter((name) => findProgram(name) !== undefined);

const addressOf = (proxy: ProxyName, visitor: number): string => `127.0.${networks[proxy]}.${visitor}`;

type Visit = (proxy: ProxyName, visitor: number) => Visitor;

const test = sharedProcessTest
  .extend(
    "skipReason",
    INSTALLED.length === 0 ? explainMissing({ nginx: "nginx", haproxy: "haproxy", caddy: "caddy" }) : NO_ROOT,
  )
  .extend("certificate", { scope: "file" }, ({ folder }) => makeCertificate(folder, SITE_NAME, [`DNS:${SITE_NAME}`]))
  .extend("wazi", { scope: "file" }, ({ endProcesses: _after }) =>
    startBuiltWazi({
      TRUST_PROXY: "1",
      PUBLIC_ORIGIN: `https://${SITE_NAME}`,
      RATE_LIMIT_SCALE: String(RATE_LIMIT_SCALE),
      // One bar in 100 s, so that streams are silent but for what keeps them open.
      REPLAY_SPEED: "0.01",
    }),
  )
  .extend("running", { scope: "file" }, async ({ folder, certificate, wazi, stopLater }) => {
    const running = new Map<ProxyName, RunningProxy>();
    const upstream = new URL(wazi.address).host;
    for (const name of INSTALLED) {
      const proxy = await startProxy(name, { folder, certificate, upstream });
      stopLater(() => proxy.stop());
      running.set(name, proxy);
    }
    return running;
  })
  /** A visitor of a proxy that is installed; without it the test is skipped. */
  .extend("visit", ({ running, certificate, skip }): Visit => (proxy, visitor) => {
    const { port } = running.get(proxy) ?? skip(explainMissing({ [proxy]: proxy }));
    return createVisitor({ port, name: SITE_NAME, certificate: certificate.certificate }, addressOf(proxy, visitor));
  });

describe.each(PROXIES)("behind Debian's %s", (name) => {
  test("a visitor signs up and in, with cookies that only travel over TLS", async ({ visit }) => {
    const visitor = visit(name, 2);
    const form = signUpForm();
    const created = await visitor.call("POST", "/api/auth/signup", form);
    expect(created.status).toBe(201);
    expect(created.headers.get("strict-transport-security")).toContain("max-age=");
    await visitor.call("POST", "/api/auth/signout");
    await signIn(visitor, { email: String(form["email"]), password: PASSWORD });
    const session = visitor.setCookies().find((line) => line.startsWith("__Host-"));
    expect(session).toMatch(/; Secure/);
    expect((await visitor.call("GET", "/api/auth/user")).status).toBe(200);
    const page = await visitor.call("GET", "/");
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    process.stdout.write(`${name} ${versionOf(name)}\n`);
  });

  test("two images of 10 MB arrive whole", async ({ visit }) => {
    const visitor = visit(name, 3);
    await signUp(visitor);
    const image = toDataUrl("jpeg", await createCameraPicture(MAX_IMAGE_BYTES, 2_400, randomBytes));
    const form = { documentType: "passport", frontImageUrl: image, backImageUrl: image };
    const answer = await visitor.call("POST", "/api/verification/submit", form);
    expect([answer.status, answer.text.slice(0, 200)]).toEqual([201, expect.any(String)]);
    const stored = (answer.body as { frontImageUrl: string }).frontImageUrl;
    expect((await visitor.call("GET", stored)).status).toBe(200);
    process.stdout.write(`${name}: ${JSON.stringify(form).length} bytes stored after ${answer.afterMs} ms\n`);
  });

  test("Wazi sees the visitor's address, which a header of the visitor cannot replace", async ({ visit, wazi }) => {
    const honest = visit(name, 4);
    const forging = visit(name, 5);
    const forged = (): Record<string, string> => ({
      "x-forwarded-for": `${FORGED}, 127.0.0.1`,
      forwarded: `for=${FORGED}`,
      "x-real-ip": FORGED,
    });
    const wrong = (visitor: Visitor, headers?: Record<string, string>): Promise<{ status: number }> =>
      visitor.call("POST", "/api/auth/signin", { email: `${crypto.randomUUID()}@example.com`, password: "x" }, headers);
    const statuses: number[] = [];
    for (let count = 0; count <= WRONG_SIGN_INS; count += 1) statuses.push((await wrong(forging, forged())).status);
    expect(statuses).toEqual([...Array.from({ length: WRONG_SIGN_INS }, () => 401), 429]);
    // Another visitor behind the same proxy has tries of their own.
    expect((await wrong(honest)).status).toBe(401);

    const admin = await adminOf(wazi);
    const log = (await admin.call("GET", "/api/admin/audit")).body as AuditEvent[];
    const failed = log.filter(({ action }) => action === "session.sign-in-failed").map(({ address }) => address);
    expect(failed).toContain(addressOf(name, 4));
    expect(failed.filter((address) => address === addressOf(name, 5))).toHaveLength(WRONG_SIGN_INS);
    expect(failed).not.toContain(FORGED);
    expect(failed).not.toContain("127.0.0.1");
  });
});

test.concurrent.for(PROXIES)("live updates stay open behind Debian's %s", async (name, { visit, expect }) => {
  await keepStreamOpen(name, visit, expect);
});

async function keepStreamOpen(name: ProxyName, visit: Visit, expect: ExpectStatic): Promise<void> {
  const visitor = visit(name, 6);
  await signUp(visitor);
  const answer = await visitor.open("GET", "/api/events", undefined, { accept: "text/event-stream" });
  expect(answer.statusCode).toBe(200);
  let text = "";
  let lastAt = performance.now();
  let longestSilence = 0;
  let isOpen = true;
  answer.on("data", (bytes: Buffer) => {
    text += bytes.toString();
    longestSilence = Math.max(longestSilence, performance.now() - lastAt);
    lastAt = performance.now();
  });
  answer.once("close", () => (isOpen = false)).once("error", () => undefined);
  const hears = async (path: string, body?: object): Promise<string> => {
    text = "";
    const { status, body: deposit } = await visitor.call("POST", path, body);
    expect(status).toBeLessThan(300);
    await expect.poll(() => text, { timeout: stretchBound(EVENT_MS) }).toContain('"deposit"');
    return (deposit as { id: string }).id;
  };
  const depositId = await hears("/api/user/deposits", usdt("100"));
  const endsAt = performance.now() + STREAM_MS;
  while (isOpen && performance.now() < endsAt) await sleep(100);
  expect(isOpen, "the stream was cut").toBe(true);
  await hears(`/api/user/deposits/${depositId}/cancel`);
  answer.destroy();
  expect(longestSilence).toBeLessThan(stretchBound(SILENCE_MS));
  process.stdout.write(
    `${name}: the stream was open for ${STREAM_MS / 1_000} s, silent for at most ${Math.round(longestSilence)} ms\n`,
  );
}
