import { Agent, request, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openListener, type Listener } from "./open-listener.ts";

let listener: Listener;
let agent: Agent;

beforeEach(async () => {
  listener = await openListener({ host: "127.0.0.1", port: 0 });
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
});
afterEach(async () => {
  agent.destroy();
  await listener.close();
});

interface Reply {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: string;
  isOldConnection: boolean;
}

function ask(path: string, { method = "GET", accept = "*/*" } = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const asked = request(`${listener.address}${path}`, { method, agent, headers: { accept } }, (response) => {
      void text(response).then((body) =>
        resolve({ status: response.statusCode, headers: response.headers, body, isOldConnection: asked.reusedSocket }),
      );
    });
    asked.on("error", reject).end();
  });
}

describe("the port, until the application takes over", () => {
  test("says that the process is alive and how far its start is", async () => {
    expect(await ask("/healthz")).toMatchObject({ status: 200, body: '{"status":"ok"}' });
    expect(await ask("/readyz")).toMatchObject({ status: 503, body: '{"state":"connecting"}' });
    listener.setState({ state: "migrating", step: 3, of: 54 });
    expect(await ask("/readyz?x=1")).toMatchObject({ status: 503, body: '{"state":"migrating","step":3,"of":54}' });
    expect(await ask("/readyz", { method: "HEAD" })).toMatchObject({ status: 503, body: "" });
  });

  test.each([
    ["GET", "/api/bots"],
    ["POST", "/api/user/withdrawals"],
    ["GET", "/healthz/trader"],
    ["POST", "/healthz"],
  ])("answers %s %s as busy, in the form of the API", async (method, path) => {
    const { status, headers, body } = await ask(path, { method });
    expect(status).toBe(503);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    expect(JSON.parse(body)).toEqual({
      statusCode: 503,
      code: "BUSY",
      message: expect.stringContaining("No money was") as string,
    });
  });

  test("shows a browser a page that refreshes, with the headers of every page", async () => {
    const { status, headers, body } = await ask("/dashboard", { accept: "text/html,*/*;q=0.8" });
    expect([status, headers["content-type"]]).toEqual([503, "text/html; charset=utf-8"]);
    expect(headers["content-security-policy"]).toContain("default-src 'self'");
    expect(body).toMatch(/<meta http-equiv="refresh" content="\d+">/);
    expect(body).not.toMatch(/<script|<style|style=/);
  });

  test("is handed over without closing a connection", async () => {
    await ask("/healthz");
    listener.handOver((_request, response) => void response.writeHead(200).end("served"));
    expect(await ask("/api/bots")).toMatchObject({ status: 200, body: "served", isOldConnection: true });
  });

  test("is refused in one sentence when another program has it", async () => {
    const port = Number(new URL(listener.address).port);
    await expect(openListener({ host: "127.0.0.1", port })).rejects.toThrow(`PORT: ${port} is in use on 127.0.0.1.`);
  });
});
