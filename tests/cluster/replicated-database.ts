import { chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { get } from "node:https";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../../apps/server/src/platform/process/free-port.ts";
import { stretchBound } from "../harness/stretch-bound.ts";
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

/** One certificate for all, which is its own authority. Its key belongs to the database's user. */
interface NodeCertificate {
  certificate: string;
  key: string;
}

interface Node {
  name: string;
  port: number;
  restPort: number;
  data: string;
  tls: NodeCertificate | undefined;
}

interface Place {
  programs: ClusterPrograms;
  own: string;
  tls: NodeCertificate | undefined;
  /** Run at the end, the last one first. */
  stops: (() => Promise<void>)[];
}

const NODE_NAMES = ["node-1", "node-2", "node-3"];
const MISSING = "needs apt-get install patroni etcd-server";

/**
 * Starts two nodes and one etcd; with a certificate three of each, which only speak TLS.
 * @throws Error when Patroni or etcd is missing, or does not start
 */
export async function startReplicatedDatabase(
  programs: ClusterPrograms,
  folder: string,
  tls?: NodeCertificate,
): Promise<ReplicatedDatabase> {
  const own = join(folder, "replicated");
  mkdirSync(own, { mode: 0o700 });
  if (programs.owner) chownSync(own, programs.owner.uid, programs.owner.gid);
  const stops: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const each of stops.reverse()) await each();
  };
  try {
    return { ...(await startNodes({ programs, own, tls, stops })), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startNodes(place: Place): Promise<Omit<ReplicatedDatabase, "stop">> {
  const { programs, own, tls, stops } = place;
  const { patroni, owner } = programs;
  if (patroni === undefined) throw new Error(MISSING);
  const etcdPorts = await startEtcd(place);
  const nodes: Node[] = [];
  for (const name of NODE_NAMES.slice(0, tls ? 3 : 2))
    nodes.push({ name, port: await findFreePort(), restPort: await findFreePort(), data: join(own, name), tls });
  const keepers: RunningProgram[] = [];
  for (const node of nodes) {
    const folder = join(own, `${node.name}-configuration`);
    mkdirSync(folder);
    writeFileSync(join(folder, "patroni.yml"), writeConfiguration(node, etcdPorts, own));
    if (tls) writeFileSync(join(folder, "tls.yml"), writeTlsConfiguration(tls, etcdPorts));
    const keeper = startProgram(patroni, [folder], { owner });
    keepers.push(keeper);
    // Patroni stops its server.
    stops.push(() => keeper.stop("SIGTERM"));
    // The first one creates the database, the others copy it.
    const hasPrimary = async (): Promise<boolean> => (await findPrimary(nodes)) !== undefined;
    if (keepers.length === 1) await until("the first primary", hasPrimary, START_MS).catch(explainBy(keepers));
  }
  const urls = toUrls(await startDatabaseProxy(place, nodes), tls?.certificate);
  // HAProxy takes every server for a primary until it has asked it.
  // oxlint-disable-next-line wazi/no-fixed-sleeps -- HAProxy does not tell that it has asked
  await sleep(ASKED_MS);
  await until("the primary behind the proxy", () => answers(urls.superuserUrl), START_MS);
  await createUsers(urls.superuserUrl);
  const untilStandby = (): Promise<void> =>
    until("a synchronous standby", () => hasStandby(nodes), stretchBound(START_MS)).catch(explainBy(keepers));
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

/** Adds what the nodes have written to an error of waiting for them. */
const explainBy =
  (keepers: readonly RunningProgram[]) =>
  (error: unknown): never => {
    throw new Error(keepers.map((keeper) => keeper.log()).join("\n"), { cause: error });
  };

/** Starts one etcd, or three with TLS, and returns their ports for clients. */
async function startEtcd({ programs, own, tls, stops }: Place): Promise<number[]> {
  const { etcd, owner } = programs;
  if (etcd === undefined) throw new Error(MISSING);
  const names = ["etcd-1", "etcd-2", "etcd-3"].slice(0, tls ? 3 : 1);
  const ports: { client: number; peer: number }[] = [];
  for (let each = 0; each < names.length; each += 1)
    ports.push({ client: await findFreePort(), peer: await findFreePort() });
  const at = (port: number | undefined): string => `${tls ? "https" : "http"}://127.0.0.1:${port}`;
  const members = names.map((name, index) => `${name}=${at(ports[index]?.peer)}`).join(",");
  for (const [index, name] of names.entries()) {
    const urls = {
      ETCD_NAME: name,
      ETCD_DATA_DIR: join(own, name),
      ETCD_LISTEN_CLIENT_URLS: at(ports[index]?.client),
      ETCD_ADVERTISE_CLIENT_URLS: at(ports[index]?.client),
      ETCD_LISTEN_PEER_URLS: at(ports[index]?.peer),
      ETCD_INITIAL_ADVERTISE_PEER_URLS: at(ports[index]?.peer),
      ETCD_INITIAL_CLUSTER: members,
    };
    const program = startProgram(etcd, [], { owner, env: { ...(tls && readEtcdSettings(tls)), ...urls } });
    stops.push(() => program.stop("SIGKILL"));
  }
  for (const { client } of ports)
    await until("the start of etcd", async () => (await ask(`${at(client)}/health`, tls)) === 200, START_MS);
  return ports.map(({ client }) => client);
}

/** The settings of ops/deploy/patroni/etcd.default with the files of this test. */
function readEtcdSettings(tls: NodeCertificate): Record<string, string> {
  const text = withCertificate(
    readFileSync(join(CHECKOUT, "ops/deploy/patroni/etcd.default"), "utf8"),
    "/etc/etcd",
    tls,
  );
  return Object.fromEntries(
    [...text.matchAll(/^(ETCD_\w+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]),
  );
}

const withCertificate = (text: string, folder: string, { certificate, key }: NodeCertificate): string =>
  text
    .replaceAll(`${folder}/ca.crt`, certificate)
    .replaceAll(`${folder}/node.crt`, certificate)
    .replaceAll(`${folder}/node.key`, key);

/** ops/deploy/patroni/patroni.yml with the addresses and folders of a node. */
function writeConfiguration(
  { name, port, restPort, data }: Node,
  [etcdPort]: readonly number[],
  folder: string,
): string {
  return readFileSync(join(CHECKOUT, "ops/deploy/patroni/patroni.yml"), "utf8")
    .replace("name: node-1", `name: ${name}`)
    .replaceAll("127.0.0.1:8008", `127.0.0.1:${restPort}`)
    .replace("127.0.0.1:2379", `127.0.0.1:${etcdPort}`)
    .replaceAll("127.0.0.1:5432", `127.0.0.1:${port}`)
    .replace("/var/lib/postgresql/15/wazi", data)
    .replace("/var/lib/postgresql/patroni-pgpass", join(folder, `${name}-pgpass`))
    .replaceAll("change-me", SUPERUSER_PASSWORD);
}

function writeTlsConfiguration(tls: NodeCertificate, etcdPorts: readonly number[]): string {
  return withCertificate(
    readFileSync(join(CHECKOUT, "ops/deploy/patroni/tls.yml"), "utf8"),
    "/etc/patroni",
    tls,
  ).replace(/^ {2}hosts: .*$/m, `  hosts: ${etcdPorts.map((port) => `127.0.0.1:${port}`).join(",")}`);
}

async function startDatabaseProxy({ programs, own, tls, stops }: Place, nodes: readonly Node[]): Promise<number> {
  const port = await findFreePort();
  const file = join(own, "database.cfg");
  const source = tls ? "ops/deploy/haproxy/database-tls.cfg" : "ops/deploy/haproxy/database.cfg";
  writeFileSync(
    file,
    readFileSync(join(CHECKOUT, source), "utf8").replace("bind 127.0.0.1:5000", `bind 127.0.0.1:${port}`),
  );
  const env: Record<string, string> = tls ? { CA: tls.certificate } : {};
  for (const [index, node] of nodes.entries()) {
    env[`DATABASE_${index + 1}`] = `127.0.0.1:${node.port}`;
    env[`PATRONI_${index + 1}`] = String(node.restPort);
  }
  const program = startProgram(programs.haproxy, ["-f", file], { env });
  stops.push(() => program.stop("SIGKILL"));
  return port;
}

/** The status of an answer, or undefined without one. */
function ask(url: string, tls: NodeCertificate | undefined): Promise<number | undefined> {
  if (!tls)
    return fetch(url).then(
      ({ status }) => status,
      () => undefined,
    );
  const [ca, key] = [readFileSync(tls.certificate), readFileSync(tls.key)];
  return new Promise((resolve) => {
    get(url, { ca, cert: ca, key }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).once("error", () => resolve(undefined));
  });
}

const askNode = ({ restPort, tls }: Node, path: string): Promise<number | undefined> =>
  ask(`${tls ? "https" : "http"}://127.0.0.1:${restPort}${path}`, tls);

async function findPrimary(nodes: readonly Node[]): Promise<Node | undefined> {
  for (const node of nodes) if ((await askNode(node, "/primary")) === 200) return node;
  return undefined;
}

async function hasStandby(nodes: readonly Node[]): Promise<boolean> {
  for (const node of nodes) {
    if ((await askNode(node, "/synchronous")) === 200) return (await findPrimary(nodes)) !== undefined;
  }
  return false;
}
