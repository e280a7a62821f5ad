import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openCluster } from "../../apps/server/src/platform/db/embedded/cluster.ts";
import { launchPostmaster, type Postmaster } from "../../apps/server/src/platform/db/embedded/postmaster.ts";
import { buildDatabaseUrl } from "../../apps/server/src/platform/db/embedded/supervisor.ts";
import { openPool } from "../../apps/server/src/platform/db/pool.ts";
import { findFreePort } from "../../apps/server/src/platform/process/free-port.ts";
import { silentLog } from "../../tests/harness/silent-log.ts";
import { adminAccount, CHECKOUT, eventually, launch, type Launched } from "../../tests/harness/wazi-process.ts";

/** A start that fails, because the database is away, is tried again after this pause, as a process manager does. */
const START_AGAIN_MS = 200;
const LOG_END_CHARACTERS = 1_500;
const READY_WITHIN_MS = 60_000;

export type MemberName = "api-1" | "api-2" | "trader-1" | "trader-2";

/** A process of the product that is started again whenever it ends. */
interface Member {
  name: MemberName;
  address: string;
  current: Launched | null;
  isStopping: boolean;
  /** True when this harness has killed the current process. */
  isKilled: boolean;
  running: Promise<void>;
}

export interface TortureCluster {
  /** The database as superuser. */
  url: string;
  apiAddresses: readonly string[];
  killMember(name: MemberName): void;
  /** Stops a process with SIGSTOP and continues it after a time. */
  suspendMember(name: MemberName, forMs: number): void;
  /** Kills PostgreSQL: the server, or one of its processes, after which the server restarts itself. */
  killDatabase(whole: boolean): void;
  /** True if a process takes requests now. */
  isReady(name: MemberName): Promise<boolean>;
  /** Waits until both API processes are ready. */
  untilReady(): Promise<void>;
  /** Stops the traders, which save their position, and the API processes. The database goes on. */
  stopMembers(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a durable PostgreSQL, two API processes and two traders, and keeps all of them running.
 * @param report receives what no fault explains, such as a process that ended by itself
 */
export async function startTortureCluster(
  marketFolder: string,
  barsPerSecond: number,
  report: (problem: string) => void,
): Promise<TortureCluster> {
  const folder = mkdtempSync(join(tmpdir(), "wazi-torture-"));
  const database = await startDatabase(join(folder, "database"), report);
  const env = {
    DATABASE_URL: database.url,
    ADMIN_PASSWORD: adminAccount.password,
    MARKET_FEED: `replay:${marketFolder}`,
    REPLAY_SPEED: String(barsPerSecond),
    REPLAY_LOOP: "on",
    // With other limits a trade would depend on the money in the bots, and not on the bars alone.
    MAX_MARKET_EXPOSURE_PCT: "100",
    MAX_DAILY_LOSS_PCT: "100",
    LOG_LEVEL: "fatal",
  };
  const start = async (name: MemberName): Promise<Member> => {
    const port = await findFreePort();
    const member: Member = {
      name,
      address: `http://127.0.0.1:${port}`,
      current: null,
      isStopping: false,
      isKilled: false,
      running: Promise.resolve(),
    };
    const settings = { ...env, ROLE: name.startsWith("api") ? "api" : "trader", PORT: String(port) };
    member.running = keepRunning(member, join(folder, "data"), settings, report);
    return member;
  };
  // The first one migrates the database and creates the keys in the data folder.
  const first = await start("api-1");
  await untilReady([first], "/healthz");
  const others = await Promise.all((["api-2", "trader-1", "trader-2"] as const).map(start));
  const members = [first, ...others];
  const apis = members.filter(({ name }) => name.startsWith("api"));
  const stopMembers = async (): Promise<void> => {
    for (const member of members) {
      member.isStopping = true;
      member.current?.kill("SIGTERM");
      member.current?.kill("SIGCONT");
    }
    await Promise.all(members.map(({ running }) => running));
  };
  return {
    url: database.url,
    apiAddresses: apis.map(({ address }) => address),
    killMember(name) {
      const member = members.find((each) => each.name === name);
      if (!member?.current) return;
      member.isKilled = true;
      member.current.kill("SIGKILL");
    },
    suspendMember(name, forMs) {
      const suspended = members.find((each) => each.name === name)?.current;
      suspended?.kill("SIGSTOP");
      setTimeout(() => suspended?.kill("SIGCONT"), forMs).unref();
    },
    killDatabase: (whole) => database.kill(whole),
    async isReady(name) {
      const member = members.find((each) => each.name === name);
      return member !== undefined && isReady(member);
    },
    untilReady: () => untilReady(apis),
    stopMembers,
    async stop() {
      await stopMembers();
      await database.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Prices come from a trader, so an API process that is alone is only healthy. */
async function untilReady(members: readonly Member[], path = "/readyz"): Promise<void> {
  const areReady = async (): Promise<boolean> =>
    (await Promise.all(members.map((member) => isReady(member, path)))).every(Boolean);
  await eventually(areReady, READY_WITHIN_MS);
}

async function isReady({ address }: Member, path = "/readyz"): Promise<boolean> {
  const answer = await fetch(`${address}${path}`).catch(() => null);
  return answer?.status === 200;
}

async function keepRunning(
  member: Member,
  dataDir: string,
  env: Record<string, string>,
  report: (problem: string) => void,
): Promise<void> {
  const command = [process.execPath, join(CHECKOUT, "apps/server/dist/main.js")];
  while (!member.isStopping) {
    member.isKilled = false;
    const current = launch(dataDir, { env, command });
    member.current = current;
    const { code, signal } = await current.exited;
    if (member.isStopping) return;
    if (member.isKilled) continue;
    if (current.stdout().includes("Wazi is at")) {
      const log = `${current.stderr()}${current.stdout()}`.slice(-LOG_END_CHARACTERS);
      report(`${member.name} ended by itself (${code ?? signal}): ${log}`);
    }
    await sleep(START_AGAIN_MS);
  }
}

interface TortureDatabase {
  url: string;
  kill(whole: boolean): void;
  stop(): Promise<void>;
}

async function startDatabase(dataDir: string, report: (problem: string) => void): Promise<TortureDatabase> {
  const options = { log: silentLog, durable: true };
  mkdirSync(dataDir);
  const cluster = await openCluster(dataDir, options);
  let current: Postmaster = await launchPostmaster(cluster, options);
  const { port } = current;
  let isStopping = false;
  const keepDatabase = async (): Promise<void> => {
    for (;;) {
      await current.exited;
      if (isStopping) return;
      current = await launchPostmaster(cluster, { ...options, port });
    }
  };
  const running = keepDatabase().catch((error: unknown) => report(`PostgreSQL did not start again: ${String(error)}`));
  const sql = openPool(buildDatabaseUrl(port, cluster.password, "postgres"), { max: 1, role: null });
  await sql.unsafe("create database wazi");
  await sql.end();
  return {
    url: buildDatabaseUrl(port, cluster.password),
    kill(whole) {
      const children = whole ? [] : listChildren(current.pid);
      killIfThere(children[Math.floor(children.length / 2)] ?? current.pid);
    },
    async stop() {
      isStopping = true;
      await current.stop();
      await running;
    },
  };
}

/** The processes of a PostgreSQL server, on Linux. */
function listChildren(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
    return text
      .split(" ")
      .map(Number)
      .filter((child) => child > 0);
  } catch {
    return [];
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // it has already ended
  }
}
