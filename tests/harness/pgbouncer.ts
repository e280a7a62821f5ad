import { chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findFreePort } from "../../apps/server/src/platform/process/free-port.ts";
import { startProgram, untilListening, type ClusterPrograms, type RunningProgram } from "../cluster/programs.ts";

/**
 * Starts PgBouncer with the configuration of ops/deploy/pgbouncer in a new folder below `parent`. Where the direct connection is
 * encrypted, PgBouncer's are too, as docs/how-to/operator/cluster.md says; Wazi's to PgBouncer stay on this machine and are not.
 * @param directUrl the application's connection to PostgreSQL itself
 * @param databases the name of the database, or `*` for all
 */
export async function startPgBouncer(
  { pgbouncer, owner }: Pick<ClusterPrograms, "pgbouncer" | "owner">,
  parent: string,
  directUrl: string,
  databases: "wazi" | "*" = "wazi",
): Promise<{ url: string; program: RunningProgram }> {
  const direct = new URL(directUrl);
  const port = await findFreePort();
  const own = join(parent, "pgbouncer");
  mkdirSync(own, { mode: 0o755 });
  const server = `host=${direct.hostname} port=${direct.port}`;
  // Below the working folder, because the bundle of a bench is at another depth than this file.
  const settings = readFileSync("ops/deploy/pgbouncer/pgbouncer.ini", "utf8")
    .replace(/^wazi = .*$/m, databases === "*" ? `* = ${server}` : `wazi = ${server} dbname=wazi`)
    .replace(/^listen_port = .*$/m, `listen_port = ${port}`)
    .replace(/^auth_file = .*$/m, `auth_file = ${join(own, "userlist.txt")}`);
  const authority = direct.searchParams.get("sslrootcert");
  const tls = authority === null ? "" : `server_tls_sslmode = verify-full\nserver_tls_ca_file = ${authority}\n`;
  writeFileSync(join(own, "pgbouncer.ini"), `${settings}${tls}`);
  writeFileSync(join(own, "userlist.txt"), `"${direct.username}" "${direct.password}"\n`, { mode: 0o600 });
  if (owner) chownSync(join(own, "userlist.txt"), owner.uid, owner.gid);
  const program = startProgram(pgbouncer, [join(own, "pgbouncer.ini")], { owner });
  await untilListening("PgBouncer", port, program);
  direct.port = String(port);
  direct.search = "";
  return { url: direct.href, program };
}
