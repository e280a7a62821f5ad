import { parseArgs } from "node:util";
import { adminAccount, endEverything } from "../harness/wazi-process.ts";
import { startCluster } from "./cluster.ts";
import { startDatabase } from "./cluster-database.ts";
import { findClusterPrograms } from "./programs.ts";

const DEFAULT_PORT = 8080;

/** Runs a cluster until Ctrl-C. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { port: { type: "string" }, "without-nats": { type: "boolean" } } });
  const port = Number(values.port ?? DEFAULT_PORT);
  const found = findClusterPrograms();
  if ("missing" in found) {
    process.stderr.write(
      `Missing: ${found.missing.join(", ")}. Install with: apt-get install ${found.missing.join(" ")}\n`,
    );
    process.exitCode = 1;
    return;
  }
  process.stdout.write("Starting PostgreSQL, PgBouncer, NATS, two API processes, two traders and HAProxy …\n");
  const cluster = await startCluster(found, {
    port,
    usesNats: values["without-nats"] !== true,
    env: { LOG_LEVEL: "info" },
    startDatabase,
  });
  const lines = [
    `Wazi is at ${cluster.address}`,
    `Administrator: ${adminAccount.email}, password ${adminAccount.password}`,
    ...(["api-1", "api-2", "trader-1", "trader-2"] as const).map(
      (name) => `${name}: ${cluster.member(name).address}, process ${cluster.member(name).pid}`,
    ),
    `PostgreSQL: ${cluster.database.superuserUrl}`,
    "Kill any of these processes to see what happens. Ctrl-C stops everything and removes the data.",
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
  process.stdout.write("Stopping …\n");
  await cluster.stop();
  await endEverything();
}

void main();
