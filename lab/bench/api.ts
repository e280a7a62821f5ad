import { randomUUID } from "node:crypto";
import autocannon from "autocannon";
import { withServer } from "./serving/server-process.ts";

/**
 * Measures requests per second for the ten calls that screens make most, one call at a time. It uses HTTP to a separate
 * server process, with the trader and the database on the same machine. The floor is /healthz, which
 * does almost no work.
 */
const SECONDS = 4;
const CONNECTIONS = 20;
const measuredCalls = [
  "/api/auth/user",
  "/api/user/bots",
  "/api/user/trades",
  "/api/user/withdrawals",
  "/api/user/deposits",
  "/api/user/package-tier",
  "/api/system/settings",
  "/api/market/prices",
  "/api/bots",
  "/api/public/track-record",
] as const;
const adminAccount = { email: "admin@wazi.local", password: "Admin-passw0rd!" };

async function post(origin: string, path: string, body: object, cookie = ""): Promise<{ cookie: string; body: never }> {
  const answer = await fetch(`${origin}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  const cookies = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
  return { cookie: cookies.join("; "), body: (await answer.json()) as never };
}

/** Creates an investor with positions in three bots and a pending withdrawal, and returns the session cookie. */
async function makeInvestor(origin: string): Promise<string> {
  const password = "Correct-h0rse!";
  const form = {
    firstName: "Amina",
    lastName: "Otieno",
    email: `${randomUUID()}@example.com`,
    password,
    confirmPassword: password,
    phone: "+254712345678",
    country: "Kenya",
    birthday: "1990-05-17",
  };
  const { cookie } = await post(origin, "/api/auth/signup", form);
  const admin = await post(origin, "/api/auth/signin", adminAccount);
  const wanted = { amount: "5000", currency: "USDT", network: "TRC20" };
  const { body: deposit } = await post(origin, "/api/user/deposits", wanted, cookie);
  const { id } = deposit as { id: string };
  await post(origin, `/api/admin/deposits/${id}/approve`, { status: "completed" }, admin.cookie);
  const bots = (await (await fetch(`${origin}/api/bots`)).json()) as { id: string }[];
  for (const bot of bots.slice(0, 3)) {
    await post(origin, "/api/user/bots/activate", { botId: bot.id, allocatedAmount: "500" }, cookie);
  }
  const payout = { amount: "50", withdrawalType: "mpesa", country: "Kenya", phoneNumber: "+254712345678" };
  await post(origin, "/api/user/withdrawals", payout, cookie);
  return cookie;
}

async function rate(url: string, cookie: string): Promise<{ perSecond: number; p99Ms: number }> {
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, headers: { cookie } });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  return { perSecond: Math.round(result.requests.average), p99Ms: result.latency.p99 };
}

const result = await withServer(
  async ({ origin }) => {
    const cookie = await makeInvestor(origin);
    const floor = await rate(`${origin}/healthz`, cookie);
    const calls: Record<string, { perSecond: number; p99Ms: number }> = {};
    for (const path of measuredCalls) calls[path] = await rate(`${origin}${path}`, cookie);
    const slowest = Math.min(...Object.values(calls).map(({ perSecond }) => perSecond));
    return {
      name: "api",
      value: slowest,
      unit: "requests/s of the slowest call",
      floor: floor.perSecond,
      ratio: slowest / floor.perSecond,
      connections: CONNECTIONS,
      calls,
    };
  },
  { ADMIN_PASSWORD: adminAccount.password },
);
if (process.argv.includes("--json")) process.stdout.write(`${JSON.stringify(result)}\n`);
else {
  const lines = Object.entries(result.calls).map(
    ([path, { perSecond, p99Ms }]) => `${path.padEnd(28)} ${String(perSecond).padStart(6)} requests/s, p99 ${p99Ms} ms`,
  );
  process.stdout.write(
    `${lines.join("\n")}\n${"/healthz (floor)".padEnd(28)} ${String(result.floor).padStart(6)} requests/s\n`,
  );
}
