import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { findFreePort } from "../../apps/server/src/platform/process/free-port.ts";
import { startPgBouncer } from "../harness/debian-postgres.ts";
import { adminAccount, CHECKOUT, launch, type Launched } from "../harness/wazi-process.ts";
import type { ClusterDatabase } from "./cluster-database.ts";
import { type ClusterPrograms, type RunningProgram, startProgram, until, untilListening } from "./programs.ts";

const START_MS = 60_000;
/** HAProxy asks every second. */
const DRAIN_SECONDS = 3;

export type MemberName = "api-1" | "api-2" | "trader-1" | "trader-2";
const memberNames = ["api-1", "api-2", "trader-1", "trader-2"] as const;

export interface ClusterOptions<Database extends ClusterDatabase> {
  /** The port of the proxy; a free one if it is left out. */
  port?: number;
  /** Without NATS, PostgreSQL carries the events. */
  usesNats: boolean;
  /** Added to the settings of every process. */
  env: Record<string, string>;
  /** `startDatabase` for one PostgreSQL. */
  startDatabase: (programs: ClusterPrograms, folder: string) => Promise<Database>;
}

export interface Cluster<Database extends ClusterDatabase = ClusterDatabase> {
  /** The proxy in front of both API processes. */
  address: string;
  database: Database;
  member(name: MemberName): Launched & { address: string };
  /** Kills a process with SIGKILL. */
  kill(name: MemberName): Promise<void>;
  /** Starts a process that has ended, and waits until it serves. */
  start(name: MemberName): Promise<void>;
  /** Stops a process with SIGTERM and starts it again. */
  restart(name: MemberName): Promise<void>;
  killNats(): Promise<void>;
  startNats(): Promise<void>;
  stopMembers(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL, PgBouncer in transaction mode, NATS with JetStream, two API processes, two traders and HAProxy with
 * the configuration of ops/deploy/haproxy, all on this machine in a new folder.
 */
export async function startCluster<Database extends ClusterDatabase>(
  programs: ClusterPrograms,
  options: ClusterOptions<Database>,
): Promise<Cluster<Database>> {
  const folder = mkdtempSync(join(tmpdir(), "wazi-cluster-"));
  chmodSync(folder, 0o755);
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const each of stops.reverse()) await each();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const database = await options.startDatabase(programs, folder);
    stops.push(() => database.stop());
    const pooler = await startPgBouncer(programs, folder, database.directUrl);
    stops.push(() => pooler.program.stop("SIGTERM"));
    const nats = options.usesNats ? await createNats(programs, folder) : undefined;
    if (nats) stops.push(() => nats.stop());
    const env = {
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: database.directUrl,
      MIGRATION_DATABASE_URL: database.ownerUrl,
      ...(nats && { NATS_URL: nats.url }),
      ADMIN_PASSWORD: adminAccount.password,
      TRUST_PROXY: "1",
      DRAIN_SECONDS: String(DRAIN_SECONDS),
      ...options.env,
    };
    const members = await createMembers(join(folder, "data"), env);
    stops.push(() => members.stop());
    await members.start("api-1");
    await Promise.all(memberNames.slice(1).map((name) => members.start(name)));
    const proxy = await startHaproxy(programs, folder, options.port, members);
    stops.push(() => proxy.program.stop("SIGKILL"));
    await until("readiness", async () => (await fetch(`${proxy.address}/readyz`)).status === 200, START_MS);
    return {
      address: proxy.address,
      database,
      member: (name) => members.find(name),
      kill: (name) => members.end(name, "SIGKILL"),
      start: (name) => members.start(name),
      restart: async (name) => {
        await members.end(name, "SIGTERM");
        await members.start(name, "/readyz");
        // The proxy looks once a second, and later on a busy machine. Until then the other process is its only one.
        if (name.startsWith("api-")) await until(`${name} behind the proxy`, () => proxy.isUp(name), START_MS);
      },
      killNats: async () => nats?.kill(),
      startNats: async () => nats?.start(),
      stopMembers: () => members.stop(),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Members {
  find(name: MemberName): Launched & { address: string };
  start(name: MemberName, path?: "/healthz" | "/readyz"): Promise<void>;
  end(name: MemberName, signal: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
}

async function createMembers(dataDir: string, env: Record<string, string>): Promise<Members> {
  const ports = new Map<MemberName, number>();
  for (const name of memberNames) ports.set(name, await findFreePort());
  const current = new Map<MemberName, Launched>();
  const addressOf = (name: MemberName): string => `http://127.0.0.1:${ports.get(name)}`;
  const end = async (name: MemberName, signal: NodeJS.Signals): Promise<void> => {
    const ending = current.get(name);
    current.delete(name);
    ending?.kill(signal);
    await ending?.exited;
  };
  return {
    find(name) {
      const found = current.get(name);
      if (!found) throw new Error(`${name} does not run`);
      return { ...found, address: addressOf(name) };
    },
    async start(name, path = "/healthz") {
      const settings = { ...env, ROLE: name.startsWith("api") ? "api" : "trader", PORT: String(ports.get(name)) };
      const command = [process.execPath, join(CHECKOUT, "apps/server/dist/main.js")];
      const started = launch(dataDir, { env: settings, command });
      current.set(name, started);
      const ended = started.exited.then(() => {
        throw new Error(`${name} ended: ${started.stderr()}${started.stdout()}`);
      });
      ended.catch(() => undefined);
      const serves = async (): Promise<boolean> => (await fetch(`${addressOf(name)}${path}`)).status === 200;
      await Promise.race([ended, until(`the start of ${name}`, serves, START_MS)]);
    },
    end,
    async stop() {
      // Traders first, so that each saves its place.
      for (const name of [...memberNames].reverse()) await end(name, "SIGTERM");
    },
  };
}

interface Nats {
  url: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

async function createNats({ nats, owner }: ClusterPrograms, folder: string): Promise<Nats> {
  const port = await findFreePort();
  const own = join(folder, "nats");
  mkdirSync(own);
  if (owner) chownSync(own, owner.uid, owner.gid);
  let program: RunningProgram | undefined;
  const start = async (): Promise<void> => {
    program = startProgram(nats, ["-js", "-sd", own, "-a", "127.0.0.1", "-p", String(port)], { owner });
    await untilListening("NATS", port, program);
  };
  await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    start,
    kill: () => program?.stop("SIGKILL") ?? Promise.resolve(),
    stop: () => program?.stop() ?? Promise.resolve(),
  };
}

async function startHaproxy(
  { haproxy }: ClusterPrograms,
  folder: string,
  wantedPort: number | undefined,
  members: Members,
): Promise<{ address: string; program: RunningProgram; isUp: (name: MemberName) => Promise<boolean> }> {
  const port = wantedPort ?? (await findFreePort());
  const file = join(folder, "haproxy.cfg");
  const socket = join(folder, "haproxy.sock");
  const config = readFileSync(join(CHECKOUT, "ops/deploy/haproxy/haproxy.cfg"), "utf8");
  writeFileSync(
    file,
    config
      .replace("  maxconn 30000", `  maxconn 1000\n  stats socket ${socket}`)
      .replace(/^ {2}bind :8080$/m, `  bind 127.0.0.1:${port}`),
  );
  const env = {
    API_1: new URL(members.find("api-1").address).host,
    API_2: new URL(members.find("api-2").address).host,
  };
  const program = startProgram(haproxy, ["-f", file], { env });
  await untilListening("HAProxy", port, program);
  return { address: `http://127.0.0.1:${port}`, program, isUp: (name) => isUpInProxy(socket, name) };
}

/** The column of a server's state in HAProxy's "show stat". */
const STATUS_COLUMN = 17;

async function isUpInProxy(socketPath: string, name: MemberName): Promise<boolean> {
  const socket = connect(socketPath);
  socket.end("show stat\n");
  const line = (await text(socket)).split("\n").find((each) => each.startsWith(`api,${name},`));
  return line?.split(",")[STATUS_COLUMN] === "UP";
}
