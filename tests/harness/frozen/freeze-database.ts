import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openCommandDatabase } from "../../../apps/server/src/platform/db/embedded/open-database.ts";
import { openPool, type Sql } from "../../../apps/server/src/platform/db/pool.ts";
import { createSmallPicture, toDataUrl } from "../../../apps/server/src/people/documents/sample-pictures.ts";
import { approveDeposit, createDeposit, signUp, type HttpClient } from "../http-client.ts";
import { mpesa } from "../money-forms.ts";
import {
  adminAccount,
  adminOf,
  CHECKOUT,
  createDataDir,
  endEverything,
  eventually,
  runNpm,
  startWazi,
  type Serving,
} from "../wazi-process.ts";

/** Makes a small installation with the processes of this version, and packs its backup. */

const MOST_BYTES = 1_000_000;
const TRADES_MS = 600_000;
const ENVIRONMENT = { ADMIN_PASSWORD: adminAccount.password, SIMULATED_SPEED: "600", RATE_LIMIT_SCALE: "0" };

type Method = "POST" | "DELETE";

async function expectDone(client: HttpClient, method: Method, path: string, body: unknown): Promise<{ id: string }> {
  const answer = await client.call(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.body ?? { id: "" };
}

/** Investors in every state: with positions, requests that wait, were paid or were refused, and one who has left. */
async function addPeople(serving: Serving): Promise<void> {
  const admin = await adminOf(serving);
  const bots = (await admin.call("GET", "/api/bots")).body as { id: string }[];
  const invite = async (name: string): Promise<{ client: HttpClient; id: string }> => {
    const client = serving.client();
    const id = await signUp(client, { email: `${name}@example.com`, firstName: name });
    return { client, id };
  };
  const decide = (path: string, body: object): Promise<unknown> =>
    expectDone(admin, "POST", `/api/admin/${path}`, body);

  const { client: amina, id: aminaId } = await invite("amina");
  await approveDeposit(admin, await createDeposit(amina, "5000"));
  for (const [index, amount] of ["1200.10", "800", "333.33"].entries())
    await expectDone(amina, "POST", "/api/user/bots/activate", { botId: bots[index]?.id, allocatedAmount: amount });
  const paid = await expectDone(amina, "POST", "/api/user/withdrawals", mpesa("100"));
  await decide(`withdrawals/${paid.id}/approve`, { status: "completed", transactionHash: "SGR7TESTPAID" });
  await expectDone(amina, "POST", "/api/user/withdrawals", mpesa("55.55"));
  await decide(`users/${aminaId}/balance`, { balance: "2500.00", reason: "A correction" });

  const { client: baraka } = await invite("baraka");
  await approveDeposit(admin, await createDeposit(baraka, "250"));
  const refused = await createDeposit(baraka, "150");
  await decide(`deposits/${refused}/approve`, { status: "failed" });
  await createDeposit(baraka, "180");
  const image = toDataUrl("jpeg", await createSmallPicture());
  const form = { documentType: "passport", documentNumber: "A1234567", frontImageUrl: image, backImageUrl: image };
  await expectDone(baraka, "POST", "/api/verification/submit", form);
  await expectDone(baraka, "POST", "/api/user/bots/activate", { botId: bots[0]?.id, allocatedAmount: "120" });
  await expectDone(baraka, "POST", "/api/user/bots/deactivate", { botId: bots[0]?.id });

  const { id: gone } = await invite("chebet");
  await expectDone(admin, "DELETE", `/api/admin/users/${gone}`, {});
}

async function inDatabase<T>(dataDir: string, run: (sql: Sql) => Promise<T>): Promise<T> {
  const database = await openCommandDatabase(undefined, dataDir);
  const sql = openPool(database.url, { max: 1, role: null, statementTimeoutMs: 0, queryTimeoutMs: 0 });
  try {
    return await run(sql);
  } finally {
    await sql.end();
    await database.close();
  }
}

async function untilTraded(dataDir: string): Promise<void> {
  await inDatabase(dataDir, (sql) =>
    eventually(async () => {
      const [row] = await sql<{ trades: number; waiting: number }[]>`
        select (select count(*) from bot_trades)::int as trades, (select count(*) from log_outbox)::int as waiting`;
      return (row?.trades ?? 0) >= 10 && row?.waiting === 0;
    }, TRADES_MS),
  );
}

function pack(shelf: string): string {
  const { version } = JSON.parse(readFileSync(join(CHECKOUT, "package.json"), "utf8")) as { version: string };
  const file = join(CHECKOUT, "tests/harness/frozen", `${version}.tar.gz`);
  const { status, stderr } = spawnSync("tar", ["-czf", file, "-C", shelf, ...readdirSync(shelf)], { encoding: "utf8" });
  if (status !== 0) throw new Error(`tar: ${stderr}`);
  const { size } = statSync(file);
  if (size > MOST_BYTES) throw new Error(`${file} has ${size} bytes, and at most ${MOST_BYTES} may be kept in git.`);
  return `${file}: ${size} bytes`;
}

async function run(dataDir: string, args: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await runNpm(dataDir, ["run", "--silent", "wazi", "--", ...args]);
  process.stdout.write(stdout);
  if (code !== 0) throw new Error(`${args.join(" ")}: ${stderr}`);
}

async function main(): Promise<void> {
  const shelf = mkdtempSync(join(tmpdir(), "wazi-frozen-"));
  try {
    const dataDir = createDataDir();
    const serving = await startWazi(dataDir, { env: ENVIRONMENT });
    await addPeople(serving);
    await untilTraded(dataDir);
    await serving.stop();
    await run(dataDir, ["seed-back-office", "--users", "40", "--allow-existing-users"]);
    // Its leaves get their places.
    const again = await startWazi(dataDir, { env: ENVIRONMENT });
    await untilTraded(dataDir);
    await again.stop();
    // Ninety days of prices are nine tenths of a backup. Some hours of them are as good.
    await inDatabase(
      dataDir,
      (sql) => sql`delete from candles where bar_time < (select max(bar_time) from candles) - interval '3 hours'`,
    );
    await run(dataDir, ["backup", "--to", shelf]);
    process.stdout.write(`${pack(shelf)}\n`);
  } finally {
    await endEverything();
    rmSync(shelf, { recursive: true, force: true });
  }
}

await main();
