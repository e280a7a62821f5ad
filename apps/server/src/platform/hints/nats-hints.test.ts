import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { findClusterPrograms, startProgram, type RunningProgram } from "../../../../../tests/cluster/programs.ts";
import { eventually } from "../../../../../tests/harness/wazi-process.ts";
import { findFreePort } from "../process/free-port.ts";
import { openNatsHints, type NatsHints } from "./nats-hints.ts";

const found = findClusterPrograms();
let folder: string;
let port: number;
let server: RunningProgram | undefined;
const opened: NatsHints[] = [];

beforeEach(async (context) => {
  context.skip("missing" in found, "needs Debian's packages of npm run wazi -- cluster");
  folder = mkdtempSync(join(tmpdir(), "wazi-nats-"));
  port = await findFreePort();
});
afterEach(async () => {
  for (const hints of opened.splice(0)) await hints.close();
  await server?.stop("SIGKILL");
  server = undefined;
  if (folder) rmSync(folder, { recursive: true, force: true });
});

function startPlainNats(...options: string[]): void {
  if ("missing" in found) return;
  server = startProgram(found.nats, ["-a", "127.0.0.1", "-p", String(port), ...options]);
}

const startNats = (...options: string[]): void => startPlainNats("-js", "-sd", folder, ...options);

interface Heard {
  hints: NatsHints;
  messages: string[];
  /** How often it began to listen. */
  listening: () => number;
  /** The lines of the log. */
  said: string[];
}

function open(url = `nats://127.0.0.1:${port}`): Heard {
  const said: string[] = [];
  const note = (_fields: object, message: string): void => void said.push(message);
  const hints = openNatsHints(url, { info: note, warn: note });
  opened.push(hints);
  const messages: string[] = [];
  let listening = 0;
  hints.listen({ onMessage: (payload) => messages.push(payload), onListening: () => (listening += 1) });
  return { hints, messages, listening: () => listening, said };
}

it("carries what one process sends to every other, in order", async () => {
  startNats();
  const [one, two] = [open(), open()];
  await eventually(() => one.listening() === 1 && two.listening() === 1);
  for (const text of ["a", "b", "c"]) await one.hints.send([text]);
  await eventually(() => [one, two].every(({ messages }) => messages.length === 3));
  expect(two.messages).toEqual(["a", "b", "c"]);
});

it("starts without NATS, loses what is sent meanwhile, and listens as soon as NATS is there", async () => {
  const one = open();
  await one.hints.send(["lost"]);
  expect(one.listening()).toBe(0);
  expect(one.hints.isConnected()).toBe(false);
  startNats();
  await eventually(() => one.listening() === 1);
  expect(one.hints.isConnected()).toBe(true);
  await one.hints.send(["kept"]);
  await eventually(() => one.messages.length === 1);
  expect(one.messages).toEqual(["kept"]);
});

it("listens again after NATS was killed and has lost its data, and says that something was missed", async () => {
  startNats();
  const [one, two] = [open(), open()];
  await eventually(() => one.listening() === 1 && two.listening() === 1);
  await server?.stop("SIGKILL");
  await eventually(() => !one.hints.isConnected());
  rmSync(folder, { recursive: true, force: true });
  startNats();
  await eventually(() => one.listening() >= 2 && two.listening() >= 2);
  await eventually(async () => {
    await one.hints.send(["again"]).catch(() => undefined);
    return two.messages.includes("again");
  });
  await eventually(() => one.hints.isConnected());
});

it("counts as not connected while a server without JetStream answers", async () => {
  if ("missing" in found) return;
  const place = ["-a", "127.0.0.1", "-p", String(port)];
  server = startProgram(found.nats, place);
  const listening = open();
  const silent = (): void => undefined;
  const sending = openNatsHints(`nats://127.0.0.1:${port}`, { info: silent, warn: silent });
  opened.push(sending);
  // It connects after the other one.
  await eventually(() => sending.isConnected());
  expect(listening.hints.isConnected()).toBe(false);
});

it("signs in with the user of the address", async () => {
  startNats("--user", "wazi", "--pass", "s3cret");
  const refused = open();
  const allowed = open(`nats://wazi:s3cret@127.0.0.1:${port}`);
  await eventually(() => allowed.listening() === 1);
  expect(refused.listening()).toBe(0);
});

it("says once that the server has no JetStream, and listens when it has", async () => {
  startPlainNats();
  const one = open();
  await eventually(() => one.said.length > 0);
  await expect(one.hints.send(["lost"])).rejects.toThrow("jetstream is not enabled");
  await server?.stop();
  startNats();
  await eventually(() => one.listening() === 1);
  expect(one.said[0]).toBe(
    "NATS has no JetStream. Add jetstream {} to nats-server.conf and restart nats-server. Until then live updates wait: screens are updated when they poll.",
  );
  expect(one.said.filter((line) => line.includes("JetStream"))).toHaveLength(1);
  expect(one.said.at(-1)).toBe("NATS carries live updates");
});

it("says that the server refuses the user, and tries again", async () => {
  startNats("--user", "wazi", "--pass", "s3cret");
  const one = open();
  await eventually(() => one.said.length > 0);
  expect(one.said).toEqual([expect.stringContaining("NATS refuses the user or the password of NATS_URL.")]);
  await server?.stop();
  startNats();
  await eventually(() => one.listening() === 1);
  expect(one.said.at(-1)).toBe("NATS carries live updates");
});
