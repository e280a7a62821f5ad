import { spawnSync } from "node:child_process";
import { chownSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { openPool } from "../../apps/server/src/platform/db/pool.ts";
import { approveDeposit, createDeposit, signIn, signUp } from "../harness/http-client.ts";
import { processTest as test } from "../harness/process-test.ts";
import {
  adminAccount,
  adminOf,
  CHECKOUT,
  createDataDir,
  eventually,
  findDifferences,
  linesOf,
  startWazi,
} from "../harness/wazi-process.ts";

/** The commands of docs/how-to/operator/back-up-and-restore.md for an external PostgreSQL, with its own folders and addresses in place of the examples. */

/** The lines of a block of the manual, such as `<!-- base-backup -->`. */
function blockOf(mark: string, changes: Record<string, string>): string[] {
  const text = readFileSync(join(CHECKOUT, "docs/how-to/operator/back-up-and-restore.md"), "utf8");
  const block = text.split(`<!-- ${mark} -->`)[1]?.split("```")[1] ?? "";
  const lines = linesOf(block).slice(1);
  expect(lines.length).toBeGreaterThan(0);
  return lines.map((line) => Object.entries(changes).reduce((all, [from, to]) => all.replaceAll(from, to), line));
}

test("an external PostgreSQL is restored to the moment before a mistake", async ({ debianPostgres }) => {
  const { uid, gid, bin } = debianPostgres;
  const parent = dirname(createDataDir());
  const archive = join(parent, "backups");
  for (const folder of [archive, join(archive, "wal")]) {
    mkdirSync(folder);
    chownSync(folder, uid, gid);
  }
  const settings = Object.fromEntries(
    blockOf("archive-settings", { "/backups": archive }).map((line) => {
      const [, name = "", value = ""] = /^(\w+) = '?(.+?)'?$/.exec(line) ?? [];
      return [name, value];
    }),
  );
  const runAsPostgres = (command: string): void => {
    const env = { PATH: `${bin}:/usr/bin:/bin` };
    const { status, stderr } = spawnSync("sh", ["-c", command], { uid, gid, env, cwd: "/", encoding: "utf8" });
    if (status !== 0) throw new Error(`${command}: ${stderr}`);
  };
  const server = await debianPostgres.start(parent, settings);
  const env = { DATABASE_URL: server.ownerUrl, ADMIN_PASSWORD: adminAccount.password };
  const serving = await startWazi(createDataDir(), { env });
  const investor = serving.client();
  const email = "pitr@example.com";
  await signUp(investor, { email });
  const admin = await adminOf(serving);
  const address = server.superuserUrl.replace(/\/postgres$/, "");
  for (const line of blockOf("base-backup", {
    "postgres://postgres:secret@127.0.0.1:5432": address,
    "/backups": archive,
  }))
    runAsPostgres(line);
  await approveDeposit(admin, await createDeposit(investor, "250"));
  const owner = openPool(server.superuserUrl, { max: 1, role: null });
  const [moment] = await owner<{ at: string }[]>`select clock_timestamp()::text as at`;
  // The mistake.
  await approveDeposit(admin, await createDeposit(investor, "9000"));
  const [switched] = await owner<{ file: string }[]>`select pg_walfile_name(pg_switch_wal()) as file`;
  await eventually(async () => {
    const [archived] = await owner<{ isDone: boolean }[]>`
      select last_archived_wal >= ${switched?.file ?? ""} as "isDone" from pg_stat_archiver`;
    return archived?.isDone === true;
  });
  await owner.end();
  await serving.stop();
  await server.stop();

  const restored = join(parent, "restored");
  const changes = {
    "/backups": archive,
    "/var/lib/postgresql/restored": restored,
    "2026-11-23 10:00:00+00": moment?.at ?? "",
  };
  mkdirSync(restored, { mode: 0o700 });
  chownSync(restored, uid, gid);
  const startedAt = performance.now();
  for (const line of blockOf("restore-to-a-point", changes)) runAsPostgres(line);
  const again = await debianPostgres.run(restored);
  process.stdout.write(`restored to ${moment?.at} in ${Math.round(performance.now() - startedAt)} ms\n`);
  const url = again.ownerUrl;
  const after = await startWazi(createDataDir(), { env: { ...env, DATABASE_URL: url } });
  const client = after.client();
  await signIn(client, { email, password: "Correct-h0rse!" });
  await eventually(async () => (await client.call("GET", "/api/user")).status === 200);
  expect((await client.call("GET", "/api/user")).body).toMatchObject({ account: { balance: "250.00" } });
  await approveDeposit(await adminOf(after), await createDeposit(client, "100"));
  expect(await findDifferences(createDataDir(), { DATABASE_URL: url })).toBeNull();
  await after.stop();
});
