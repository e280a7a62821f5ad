import type { AddressInfo } from "node:net";
import { get, type ClientRequest, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { liveUpdateTypes, type LiveUpdate } from "@wazi/contracts";
import {
  activate,
  deactivateInvestor,
  startDeposit,
  startWithdrawal,
} from "../../../../../tests/harness/money-calls.ts";
import { startScriptedBots, type ScriptedBots } from "../../../../../tests/harness/scripted-bots.ts";
import { stretchBound } from "../../../../../tests/harness/stretch-bound.ts";
import { openPool } from "../../platform/db/pool.ts";
import { adminAccount, startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";

let one: TestApp;
let two: TestApp;
let bots: ScriptedBots;
const requests: ClientRequest[] = [];

beforeAll(async () => {
  one = await startTestApp();
  two = await startTestApp(one.database);
  bots = await startScriptedBots(one);
  for (const { app } of [one, two]) await app.listen({ host: "127.0.0.1", port: 0 });
  // A process starts listening with its first stream and then tells it to reload everything.
  for (const server of [one, two]) {
    const stream = await openStream(server, await cookieOf(await one.signUp()));
    await until(() => stream.updates().length >= liveUpdateTypes.length);
    stream.close();
  }
});
afterAll(async () => {
  for (const request of requests) request.destroy();
  await two.close();
  await one.close();
});

interface OpenStream {
  status: number;
  headers: IncomingMessage["headers"];
  /** Everything received so far. */
  text: () => string;
  updates: () => LiveUpdate[];
  /** Resolves when the server ends the stream. */
  ended: Promise<void>;
  close: () => void;
}

/** Opens a real connection as a browser tab does. */
async function openStream(server: TestApp, cookie: string, headers: Record<string, string> = {}): Promise<OpenStream> {
  const { port } = server.app.server.address() as AddressInfo;
  let text = "";
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = get(
      { host: "127.0.0.1", port, path: "/api/events", headers: { accept: "text/event-stream", cookie, ...headers } },
      resolve,
    );
    requests.push(request);
    request.once("error", reject);
  });
  response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  const ended = new Promise<void>((resolve) => response.once("close", resolve));
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: () => text,
    updates: () => [...text.matchAll(/^data: (.*)$/gm)].map(([, json = ""]) => JSON.parse(json) as LiveUpdate),
    ended,
    close: () => response.destroy(),
  };
}

/** Signs a client in and returns the session cookie. */
async function cookieOf(client: TestClient): Promise<string> {
  const answer = await client.call("POST", "/api/auth/signin", { email: client.email, password: "Correct-h0rse!" });
  const lines = [answer.headers["set-cookie"]].flat().map(String);
  const session = lines.find((line) => line.startsWith("wazi_session="));
  return session?.split(";")[0] ?? "";
}

/** Polls until the condition holds. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(20);
}

const typesOf = (stream: OpenStream): string[] => stream.updates().map(({ type }) => type);

describe("live updates", () => {
  it("reach the right user across processes", async () => {
    const [investor, other] = [await one.funded("1000"), await one.funded("1000")];
    const streams = [
      await openStream(one, await cookieOf(investor)),
      await openStream(two, await cookieOf(other)),
    ] as const;
    await activate(investor.through(two), bots.ids[0], "500");
    await startDeposit(investor.through(two), "100");
    await startWithdrawal(investor.through(two), "20");
    const expected = ["account", "position", "deposit", "withdrawal"];
    await until(() => expected.every((type) => typesOf(streams[0]).includes(type)));
    const position = streams[0].updates().find(({ type }) => type === "position");
    expect(position).toEqual({ type: "position", botId: bots.ids[0] });
    expect(streams[0].text()).not.toContain(investor.userId);
    await startDeposit(other.through(one), "100");
    await until(() => typesOf(streams[1]).includes("deposit"));
    expect(typesOf(streams[1]).filter((type) => type !== "account")).toEqual(["deposit"]);
    for (const stream of streams) stream.close();
  });

  it("reach only the administrator whose rights changed", async () => {
    const admin = await one.administrator("money");
    const streams = [
      await openStream(two, await cookieOf(admin)),
      await openStream(two, await cookieOf(await one.signUp())),
    ] as const;
    const path = `/api/admin/administrators/${admin.userId}`;
    expect(
      (await one.admin.call("POST", `${path}/role`, { role: "full", password: adminAccount.password })).status,
    ).toBe(200);
    await until(() => typesOf(streams[0]).length === 1);
    expect((await one.admin.call("POST", `${path}/revoke`, { password: adminAccount.password })).status).toBe(204);
    await until(() => typesOf(streams[0]).length === 2);
    expect([typesOf(streams[0]), typesOf(streams[1])]).toEqual([["account", "account"], []]);
    for (const stream of streams) stream.close();
  });

  it("announce trades and, at intervals, new prices to everyone", async () => {
    const investor = await one.signUp();
    const stream = await openStream(one, await cookieOf(investor));
    await bots.open(1, { side: "buy", price: 100, exposure: "1" });
    await bots.close(1, 101);
    await until(() => typesOf(stream).includes("trade"));
    expect(stream.updates()).toContainEqual({ type: "trade", botId: bots.ids[1] });
    let ticks = 0;
    const tick = async (): Promise<void> => {
      ticks += 1;
      await one.sql`
        insert into market_prices (market, symbol, price, change_percent, feed, priced_at, place)
        values ('forex', 'EUR/USD', ${ticks}, 0, 'simulated', now(), 1)
        on conflict (market, symbol) do update set price = excluded.price`;
    };
    while (!typesOf(stream).includes("prices")) {
      await tick();
      await sleep(20);
    }
    for (let more = 0; more < 5; more += 1) await tick();
    // Hints arrive in commit order.
    await startDeposit(investor, "100");
    await until(() => typesOf(stream).includes("deposit"));
    expect(typesOf(stream).filter((type) => type === "prices")).toHaveLength(1);
    stream.close();
  });

  it("are sent as a stream without caching, buffering or compression", async () => {
    const stream = await openStream(one, await cookieOf(await one.signUp()));
    expect([stream.status, stream.headers["content-type"]]).toEqual([200, "text/event-stream"]);
    expect(stream.headers["cache-control"]).toBe("no-store, no-transform");
    expect(stream.headers["x-accel-buffering"]).toBe("no");
    expect(stream.headers["content-encoding"]).toBeUndefined();
    stream.close();
  });

  it("end within seconds after a sign-out or deactivation, in every process", { tags: ["S07"] }, async () => {
    const [leaver, closed, stayer] = [await one.signUp(), await one.signUp(), await one.signUp()];
    const streams = [
      await openStream(two, await cookieOf(leaver)),
      await openStream(two, await cookieOf(closed)),
      await openStream(two, await cookieOf(stayer)),
    ] as const;
    let isStayerGone = false;
    void streams[2].ended.then(() => (isStayerGone = true));
    const from = performance.now();
    await leaver.call("POST", "/api/auth/signout");
    await deactivateInvestor(one.admin, closed.userId);
    await Promise.all([streams[0].ended, streams[1].ended]);
    expect(performance.now() - from).toBeLessThan(stretchBound(5_000));
    expect(isStayerGone).toBe(false);
    streams[2].close();
  });

  it("and sessions are gone within a second after a deactivation, in every process", { tags: ["S07"] }, async () => {
    const closed = await one.funded("100");
    await activate(closed, bots.ids[0], "50");
    const cookie = await cookieOf(closed);
    const streams = await Promise.all([openStream(one, cookie), openStream(two, cookie)]);
    const statusIn = async (process: TestApp): Promise<number> =>
      (await process.visitor().call("GET", "/api/auth/user", undefined, { cookie })).status;
    expect(await Promise.all([statusIn(one), statusIn(two)])).toEqual([200, 200]);
    await deactivateInvestor(one.admin, closed.userId);
    const from = performance.now();
    expect(await Promise.all([statusIn(one), statusIn(two)])).toEqual([401, 401]);
    await Promise.all(streams.map(({ ended }) => ended));
    expect(performance.now() - from).toBeLessThan(stretchBound(1_000));
  });

  it(
    "are rejected without a session, from another site and without the stream media type",
    { tags: ["S36"] },
    async () => {
      const cookie = await cookieOf(await one.signUp());
      const statusOf = async (given: string, headers: Record<string, string>): Promise<number> => {
        const stream = await openStream(one, given, headers);
        stream.close();
        return stream.status;
      };
      expect(await statusOf("", {})).toBe(401);
      expect(await statusOf(`wazi_session=${"A".repeat(43)}`, {})).toBe(401);
      expect(await statusOf(cookie, { origin: "http://evil.example" })).toBe(403);
      expect(await statusOf(cookie, { "sec-fetch-site": "cross-site" })).toBe(403);
      expect(await statusOf(cookie, { accept: "*/*" })).toBe(400);
    },
  );

  it("are limited to five streams per user; closing one allows another", async () => {
    const cookie = await cookieOf(await one.signUp());
    const streams = await Promise.all(Array.from({ length: 5 }, () => openStream(one, cookie)));
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const sixth = await openStream(one, cookie);
    expect([sixth.status, sixth.headers["retry-after"]]).toEqual([429, "30"]);
    streams[0]?.close();
    let status = 429;
    while (status === 429) {
      const next = await openStream(one, cookie);
      status = next.status;
      streams.push(next);
    }
    expect(status).toBe(200);
    for (const stream of streams) stream.close();
  });

  it("continue after the listening connection broke and announce a full reload", async () => {
    const investor = await one.signUp();
    const stream = await openStream(one, await cookieOf(investor));
    const owner = openPool(one.database.url, { role: null, max: 1 });
    await owner`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'wazi listener' and datname = current_database()`;
    await owner.end();
    await until(() => new Set(typesOf(stream)).size >= 7);
    await startDeposit(investor, "100");
    await until(() => typesOf(stream).filter((type) => type === "deposit").length >= 2);
    stream.close();
  });

  it("end at once when the process stops", async () => {
    const third = await startTestApp(one.database);
    await third.app.listen({ host: "127.0.0.1", port: 0 });
    const stream = await openStream(third, await cookieOf(await one.signUp()));
    const from = performance.now();
    await Promise.all([third.close(), stream.ended]);
    expect(performance.now() - from).toBeLessThan(stretchBound(2_000));
  });
});
