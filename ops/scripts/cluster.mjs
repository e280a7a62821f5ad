import { readArguments } from "./project.mjs";
import { runHarness } from "./run-harness.mjs";

readArguments(
  `
Usage: npm run wazi -- cluster [--port 8080] [--without-nats]

Starts PostgreSQL, PgBouncer in transaction mode, NATS with JetStream, two API processes, two traders and HAProxy on this
machine, from Debian's packages: apt-get install postgresql-15 pgbouncer nats-server haproxy. Everything is in a new
folder, which Ctrl-C removes. npm run wazi -- test:cluster tests the same.`,
  { options: { port: { type: "string" }, "without-nats": { type: "boolean" } } },
);

await runHarness("run-cluster", "tests/cluster/run-cluster.ts");
