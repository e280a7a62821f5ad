import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { createServer, connect, type AddressInfo, type Socket } from "node:net";
import { once } from "node:events";
import { describe, expect } from "vitest";
import { approveDeposit, createDeposit, signUp, signUpForm } from "../harness/http-client.ts";
import { stretchBound } from "../harness/stretch-bound.ts";
import { copiedWaziTest } from "../harness/process-test.ts";
import {
  adminOf,
  copyDataDir,
  createDataDir,
  eventually,
  findPostgres,
  launch,
  linesOf,
  startWazi,
  untilServing,
  type Serving,
} from "../harness/wazi-process.ts";

/** The bound from the signal to the end of an idle process. */
const STOP_BOUND_MS = 3_000;
const WARM_START_BOUND_MS = 5_000;

const test = copiedWaziTest.extend("sockets", ({ endProcesses: _first }, { onCleanup }) => {
  const sockets: { destroy(): void }[] = [];
  onCleanup(() => sockets.forEach((socket) => socket.destroy()));
  return sockets;
});

/** The established connections to a server, as the kernel lists them. */
function countConnectionsTo({ address }: Serving): number {
  const port = `:${Number(new URL(address).port).toString(16).toUpperCase().padStart(4, "0")}`;
  const connections = linesOf(readFileSync("/proc/net/tcp", "utf8")).map((line) => line.trim().split(/\s+/));
  return connections.filter(([, , remote, state]) => remote?.endsWith(port) && state === "01").length;
}

async function connectTo({ address }: Serving, sockets: { destroy(): void }[]): Promise<Socket> {
  const socket = connect(Number(new URL(address).port), "127.0.0.1");
  socket.on("error", () => undefined);
  sockets.push(socket);
  await once(socket, "connect");
  return socket;
}

async function acceptsConnections({ address }: Serving): Promise<boolean> {
  const socket = connect(Number(new URL(address).port), "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Occupies a port with another server. */
async function takePort(sockets: { destroy(): void }[]): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  sockets.push({ destroy: () => server.close() });
  return (server.address() as AddressInfo).port;
}

describe("a start", () => {
  test("names the first administrator and the file of the password once; the second start keeps the data", async () => {
    const dataDir = createDataDir();
    const first = await startWazi(dataDir);
    const printed = first.printedAdmin;
    expect(linesOf(first.stdout())).toEqual([
      `Wazi is at ${first.address}`,
      "First administrator: admin@wazi.local",
      `Password: in the file ${join(dataDir, "admin-password")}`,
      "Next: open the address in a browser and sign in as this administrator, or sign up as an investor. Ctrl-C stops Wazi.",
    ]);
    expect(statSync(join(dataDir, "admin-password")).mode & 0o777).toBe(0o600);
    expect(first.stderr()).toBe("");
    expect((await first.client().call("GET", "/healthz")).status).toBe(200);
    const bots = (await first.client().call("GET", "/api/bots")).text;
    expect(JSON.parse(bots)).toHaveLength(8);
    const admin = await adminOf(first, printed);
    const depositId = await createDeposit(await investorOf(first), "250");
    await approveDeposit(admin, depositId);
    expect(await first.stop()).toMatchObject({ code: 0 });

    const second = await startWazi(dataDir);
    expect(linesOf(second.stdout())).toEqual([
      `Wazi is at ${second.address}`,
      "Next: open the address in a browser and sign in or sign up. Ctrl-C stops Wazi.",
    ]);
    expect(second.readyAfterMs).toBeLessThan(stretchBound(WARM_START_BOUND_MS));
    const again = await adminOf(second, printed);
    const deposits = (await again.call("GET", "/api/admin/deposits")).body as { id: string; status: string }[];
    expect(deposits.map(({ id, status }) => [id, status])).toEqual([[depositId, "completed"]]);
    const namesOf = (text: string): string[] => (JSON.parse(text) as { id: string }[]).map(({ id }) => id);
    expect(namesOf((await second.client().call("GET", "/api/bots")).text)).toEqual(namesOf(bots));
    process.stdout.write(
      `first start ready after ${first.readyAfterMs} ms, warm start after ${second.readyAfterMs} ms\n`,
    );
  });

  test("on a port in use fails with one line that names PORT, and leaves no process running", async ({ sockets }) => {
    const dataDir = createDataDir();
    const port = await takePort(sockets);
    const refused = launch(dataDir, { env: { PORT: String(port) } });
    expect(await refused.exited).toEqual({ code: 1, signal: null });
    expect(refused.stdout()).toBe("");
    expect(linesOf(refused.stderr())).toEqual([expect.stringMatching(new RegExp(`^PORT: ${port} is in use`))]);
    expect(findPostgres(dataDir)).toBeUndefined();
  });

  test("on data in use fails with one line that names the other process, and leaves that one alone", async ({
    template,
  }) => {
    const dataDir = copyDataDir(template.dataDir);
    const first = await startWazi(dataDir);
    const database = findPostgres(dataDir);
    const second = launch(dataDir);
    expect(await second.exited).toEqual({ code: 1, signal: null });
    expect(linesOf(second.stderr())).toEqual([
      `Another Wazi process is using this data folder (process ${first.pid}, ${first.address}). Stop it, or set another DATA_DIR.`,
    ]);
    expect(findPostgres(dataDir)).toBe(database);
    expect((await first.client().call("GET", "/readyz")).status).toBe(200);
    await investorOf(first);
  });

  test("with a low limit of open files fails in one line that says what to do", async () => {
    const command = ["bash", "-c", "ulimit -n 64 && npm run --silent start"];
    const refused = launch(createDataDir(), { command });
    expect(await refused.exited).toEqual({ code: 1, signal: null });
    expect(linesOf(refused.stderr())).toEqual([
      "Wazi needs 256 open files, and the limit of this shell is 64. Raise it (ulimit -n 4096) and start again.",
    ]);
    expect(refused.stdout()).toBe("");
  });

  test("in a terminal is short, and ends with the address, the file of the password and the next step", async () => {
    const dataDir = createDataDir();
    const command = ["script", "-qec", `${process.execPath} ops/scripts/start.mjs`, "/dev/null"];
    const starting = launch(dataDir, { command, env: { LOG_LEVEL: undefined } });
    await eventually(() => starting.stdout().includes("Next: "));
    const lines = linesOf(starting.stdout().replaceAll("\r", ""));
    expect(lines.slice(-4)).toEqual([
      expect.stringMatching(/^Wazi is at http:/),
      "First administrator: admin@wazi.local",
      `Password: in the file ${join(dataDir, "admin-password")}`,
      expect.stringMatching(/^Next: open the address/),
    ]);
    expect(lines[0]).toMatch(/^Starting Wazi \d[\w.-]* …$/);
    // Each line between is a warning.
    for (const line of lines.slice(1, -4)) expect(line).toMatch(/^\d\d:\d\d:\d\d Warning: /);
    const password = readFileSync(join(dataDir, "admin-password"), "utf8").trim();
    expect(starting.stdout()).not.toContain(password);
    // The terminal's program would end Wazi by force soon after a signal of its own.
    process.kill(readLockHolder(dataDir), "SIGTERM");
    await starting.exited;
    await eventually(() => findPostgres(dataDir) === undefined);
  });

  test("works the same under NODE_ENV=production", async ({ template }) => {
    const serving = await startWazi(copyDataDir(template.dataDir), { env: { NODE_ENV: "production" } });
    expect(serving.stderr()).toBe("");
    const page = await serving.client().call("GET", "/");
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect((await serving.client().call("GET", "/api/public/settings")).body).toMatchObject({ mode: "demo" });
  });
});

describe("a stop", () => {
  test("by SIGTERM exits with 0 within 3 s despite idle connections, and stops the database", async ({
    template,
    sockets,
  }) => {
    const dataDir = copyDataDir(template.dataDir);
    const serving = await startWazi(dataDir);
    await connectTo(serving, sockets);
    const kept = await connectTo(serving, sockets);
    kept.write("GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n");
    await once(kept, "data");
    const { afterMs, ...exit } = await serving.stop();
    expect(exit).toEqual({ code: 0, signal: null });
    expect(afterMs).toBeLessThan(stretchBound(STOP_BOUND_MS));
    expect(findPostgres(dataDir)).toBeUndefined();
    expect(serving.stderr()).toBe("");
    process.stdout.write(`stopped after ${afterMs} ms\n`);
  });

  test.for(["SIGTERM", "SIGINT", "Ctrl-C"])("of npm start by %s works the same", async (how, { template }) => {
    const dataDir = copyDataDir(template.dataDir);
    const serving = await startWazi(dataDir, { command: ["npm", "start"] });
    const stoppedAt = performance.now();
    if (how === "Ctrl-C") serving.killGroup("SIGINT");
    else serving.kill(how as NodeJS.Signals);
    expect(await serving.exited).toEqual({ code: 0, signal: null });
    expect(performance.now() - stoppedAt).toBeLessThan(stretchBound(STOP_BOUND_MS));
    expect(findPostgres(dataDir)).toBeUndefined();
  });

  test("answers running requests first", async ({ template, sockets }) => {
    const dataDir = copyDataDir(template.dataDir);
    const serving = await startWazi(dataDir);
    // One request whose body is incomplete when the signal comes, and several in progress.
    const body = JSON.stringify(signUpForm());
    const slow = await connectTo(serving, sockets);
    const headers = ["host: x", "content-type: application/json", `content-length: ${Buffer.byteLength(body)}`];
    slow.write(["POST /api/auth/signup HTTP/1.1", ...headers, "", body.slice(0, 20)].join("\r\n"));
    const others = Array.from({ length: 8 }, () => serving.client().call("POST", "/api/auth/signup", signUpForm()));
    // Connections are accepted in their order, and those that are not accepted yet when the signal comes are reset.
    await eventually(() => countConnectionsTo(serving) > others.length);
    for (let asked = 0; asked < 2; asked += 1) await serving.client().call("GET", "/healthz");
    serving.kill("SIGTERM");
    await eventually(async () => !(await acceptsConnections(serving)));
    let answer = "";
    slow.setEncoding("utf8").on("data", (text: string) => (answer += text));
    slow.write(body.slice(20));
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual(others.map(() => 201));
    expect(await serving.exited).toEqual({ code: 0, signal: null });
    expect(answer).toMatch(/^HTTP\/1\.1 201 /);
    expect(findPostgres(dataDir)).toBeUndefined();
  });

  test("during the first start exits with 0 and stops the database; the next start works", async () => {
    const dataDir = createDataDir();
    const starting = launch(dataDir);
    await eventually(() => findPostgres(dataDir) !== undefined);
    starting.kill("SIGTERM");
    expect(await starting.exited).toEqual({ code: 0, signal: null });
    expect(findPostgres(dataDir)).toBeUndefined();
    await investorOf(await untilServing(launch(dataDir)));
  });
});

describe("settings", () => {
  test.for([
    ["PORT", "http"],
    ["REPLAY_SPEED", "fast"],
    ["MARKET_FEED", "replay:/not/there"],
    ["WAZI_MODE", "paper"],
    ["DATABASE_URL", "mysql://localhost/wazi"],
    ["DATABASE_URL", "postgres://wazi:secret@127.0.0.1:1/wazi"],
    ["KYC_REQUIRED_FOR", "withdrawal"],
  ] as const)("rejects an invalid %s in one line that names it (%s)", async ([variable, value]) => {
    const dataDir = createDataDir();
    const refused = launch(dataDir, { env: { [variable]: value } });
    expect(await refused.exited).toEqual({ code: 1, signal: null });
    expect(linesOf(refused.stderr())).toEqual([expect.stringMatching(new RegExp(`^${variable}\\b.* `))]);
    expect(refused.stderr()).not.toContain("secret");
    expect(refused.stdout()).toBe("");
    expect(findPostgres(dataDir)).toBeUndefined();
  });

  test("rejects live mode and lists what is missing", async () => {
    const refused = launch(createDataDir(), { env: { WAZI_MODE: "live" } });
    expect(await refused.exited).toEqual({ code: 1, signal: null });
    expect(refused.stderr()).toContain("OPERATOR_NAME is not set. Live mode needs it");
    expect(refused.stderr()).toContain('BROKER: "paper" is not allowed in live mode');
    expect(refused.stderr()).not.toMatch(/^ +at /m);
  });
});

async function investorOf(serving: Serving) {
  const client = serving.client();
  await signUp(client);
  return client;
}

/** The process that holds the lock of a data folder. */
function readLockHolder(dataDir: string): number {
  const folder = join(dataDir, "lock");
  const newest = readdirSync(folder).sort().at(-1) ?? "";
  return (JSON.parse(readFileSync(join(folder, newest), "utf8")) as { pid: number }).pid;
}
