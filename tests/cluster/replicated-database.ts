import { chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../../apps/server/src/process/free-port.ts";
import { CHECKOUT } from "../harness/wazi-process.ts";
import { answers, createUsers, SUPERUSER_PASSWORD, toUrls, type ClusterDatabase } from "./cluster-database.ts";
import { startProgram, until, type ClusterPrograms, type RunningProgram } from "./programs.ts";

const START_MS = 120_000;
const ASKED_MS = 4_000;

/** A primary and a synchronous standby that Patroni and etcd keep, behind HAProxy, which knows the primary. */
export interface ReplicatedDatabase extends ClusterDatabase {
  /** Kills the primary's server with SIGKILL. @returns the name of the node */
  killPrimary(): Promise<string>;
  /** Waits until a standby has everything that is acknowledged, and may be promoted. */
  untilStandby(): Promise<void>;
  findPrimary(): Promise<string | undefined>;
}

interface Node {
  name: string;
  port: number;
  restPort: number;
  data: string;
}

/** @throws Error when Patroni or etcd is missing, or does not start */
export async function startReplicatedDatabase(programs: ClusterPrograms, folder: string): Promise<ReplicatedDatabase> {
  const own = join(folder, "replicated");
  mkdirSync(own, { mode: 0o700 });
  if (programs.owner) chownSync(own, programs.owner.uid, programs.owner.gid);
  const stops: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const each of stops.reverse()) await each();
  };
  try {
    return { ...(await startNodes(programs, own, stops)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startNodes(
  programs: ClusterPrograms,
  own: string,
  stops: (() => Promise<void>)[],
): Promise<Omit<ReplicatedDatabase, "stop">> {
  const { patroni, etcd, owner } = programs;
  if (patroni === undefined || etcd === undefined) throw new Error("needs apt-get install patroni etcd-server");
  const etcdPort = await startEtcd(etcd, own, owner, stops);
  const nodes: Node[] = [];
  for (const name of ["node-1", "node-2"])
    nodes.push({ name, port: await findFreePort(), restPort: await findFreePort(), data: join(own, name) });
  const keepers: RunningProgram[] = [];
  for (const node of nodes) {
    const file = join(own, `${node.name}.yml`);
    writeFileSync(file, writeConfiguration(node, etcdPort, own));
    if (owner) chownSync(file, owner.uid, owner.gid);
    const keeper = startProgram(patroni, [file], { owner });
    keepers.push(keeper);
    // Patroni stops its server.
    stops.push(() => keeper.stop("SIGTERM"));
    // The first one creates the database, the second one copies it.
    const hasPrimary = async (): Promise<boolean> => (await findPrimary(nodes)) !== undefined;
    if (keepers.length === 1) await until("the first primary", hasPrimary, START_MS);
  }
  const urls = toUrls(await startDatabaseProxy(programs, own, nodes, stops));
  // HAProxy takes every server for a primary until it has asked it.
  await sleep(ASKED_MS);
  await until("the primary behind the proxy", () => answers(urls.superuserUrl), START_MS);
  await createUsers(urls.superuserUrl);
  const untilStandby = (): Promise<void> =>
    until("a synchronous standby", () => hasStandby(nodes), START_MS).catch((error: unknown) => {
      throw new Error(keepers.map((keeper) => keeper.log()).join("\n"), { cause: error });
    });
  await untilStandby();
  return {
    ...urls,
    untilStandby,
    findPrimary: async () => (await findPrimary(nodes))?.name,
    async killPrimary() {
      const primary = await findPrimary(nodes);
      if (!primary) throw new Error("there is no primary");
      const [pid = ""] = readFileSync(join(primary.data, "postmaster.pid"), "utf8").split("\n");
      process.kill(Number(pid), "SIGKILL");
      return primary.name;
    },
  };
}

async function startEtcd(
  etcd: string,
  folder: string,
  owner: ClusterPrograms["owner"],
  stops: (() => Promise<void>)[],
): Promise<number> {
  const [clientPort, peerPort] = [await findFreePort(), await findFreePort()];
  const at = (port: number): string => `http://127.0.0.1:${port}`;
  const options = {
    "data-dir": join(folder, "etcd"),
    "listen-client-urls": at(clientPort),
    "advertise-client-urls": at(clientPort),
    "listen-peer-urls": at(peerPort),
    "initial-advertise-peer-urls": at(peerPort),
    "initial-cluster": `default=${at(peerPort)}`,
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const program = startProgram(etcd, args, { owner });
  stops.push(() => program.stop("SIGKILL"));
  await until("the start of etcd", async () => (await fetch(`${at(clientPort)}/health`)).ok, START_MS);
  return clientPort;
}

/** deploy/patroni/patroni.yml with the addresses and folders of a node. */
function writeConfiguration({ name, port, restPort, data }: Node, etcdPort: number, folder: string): string {
  return readFileSync(join(CHECKOUT, "deploy/patroni/patroni.yml"), "utf8")
    .replace("name: node-1", `name: ${name}`)
    .replaceAll("127.0.0.1:8008", `127.0.0.1:${restPort}`)
    .replace("127.0.0.1:2379", `127.0.0.1:${etcdPort}`)
    .replaceAll("127.0.0.1:5432", `127.0.0.1:${port}`)
    .replace("/var/lib/postgresql/15/wazi", data)
    .replace("/var/lib/postgresql/patroni-pgpass", join(folder, `${name}-pgpass`))
    .replaceAll("change-me", SUPERUSER_PASSWORD);
}

async function startDatabaseProxy(
  { haproxy }: ClusterPrograms,
  folder: string,
  [first, second]: readonly Node[],
  stops: (() => Promise<void>)[],
): Promise<number> {
  const port = await findFreePort();
  const file = join(folder, "database.cfg");
  const text = readFileSync(join(CHECKOUT, "deploy/haproxy/database.cfg"), "utf8");
  writeFileSync(file, text.replace("127.0.0.1:5000", `127.0.0.1:${port}`));
  const env = {
    DATABASE_1: `127.0.0.1:${first?.port}`,
    PATRONI_1: String(first?.restPort),
    DATABASE_2: `127.0.0.1:${second?.port}`,
    PATRONI_2: String(second?.restPort),
  };
  const program = startProgram(haproxy, ["-f", file], { env });
  stops.push(() => program.stop("SIGKILL"));
  return port;
}

async function findPrimary(nodes: readonly Node[]): Promise<Node | undefined> {
  for (const node of nodes) {
    const answer = await fetch(`http://127.0.0.1:${node.restPort}/primary`).catch(() => null);
    if (answer?.status === 200) return node;
  }
  return undefined;
}

async function hasStandby(nodes: readonly Node[]): Promise<boolean> {
  for (const { restPort } of nodes) {
    const answer = await fetch(`http://127.0.0.1:${restPort}/synchronous`).catch(() => null);
    if (answer?.status === 200) return (await findPrimary(nodes)) !== undefined;
  }
  return false;
}
