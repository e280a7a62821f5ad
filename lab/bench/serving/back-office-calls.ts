import { depositSorts, userSorts, verificationSorts, withdrawalSorts } from "@wazi/contracts";

const ROUNDS = 15;
const MIDDLE_PAGES = 20;
export const adminAccount = { email: "admin@wazi.local", password: "Admin-passw0rd!" };
/** Search texts with many matches, with no match, and with a match in nearly every row. */
const searchTexts = { hit: "otieno", miss: "no such text anywhere", letter: "a" } as const;

const tables = {
  users: userSorts,
  deposits: depositSorts,
  withdrawals: withdrawalSorts,
  verifications: verificationSorts,
} as const;

export interface MeasuredCall {
  name: string;
  medianMs: number;
  worstMs: number;
}

/** Calls the API as the administrator. */
type Get = (path: string) => Promise<{ ms: number; body: never }>;

/** Signs in. Returns the cookies of the session. */
export async function openSession(origin: string, account: { email: string; password: string }): Promise<string> {
  const signedIn = await fetch(`${origin}/api/auth/signin`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(account),
  });
  if (!signedIn.ok) throw new Error(`Sign-in failed: ${signedIn.status} ${await signedIn.text()}`);
  return signedIn.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

export function callWith(origin: string, cookie: string): Get {
  return async (path) => {
    const startedAt = performance.now();
    const answer = await fetch(`${origin}${path}`, { headers: { cookie } });
    const text = await answer.text();
    const ms = performance.now() - startedAt;
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return { ms, body: JSON.parse(text) as never };
  };
}

/** Measures a call several times. */
export async function measureCall(get: Get, name: string, path: string): Promise<MeasuredCall> {
  const times: number[] = [];
  // The first call fills the caches, so it is not measured.
  await get(path);
  for (let round = 0; round < ROUNDS; round += 1) times.push((await get(path)).ms);
  times.sort((one, other) => one - other);
  const rounded = (ms: number | undefined): number => Math.round((ms ?? Number.NaN) * 10) / 10;
  const measured = {
    name,
    medianMs: rounded(times[Math.floor(times.length / 2)]),
    worstMs: rounded(times.at(-1)),
  };
  if (!process.argv.includes("--json")) process.stdout.write(`${JSON.stringify(measured)}\n`);
  return measured;
}

/** Returns the path of a page far from both ends. */
async function middleOf(get: Get, path: string): Promise<string> {
  let cursor = "";
  for (let page = 0; page < MIDDLE_PAGES; page += 1) {
    const { body } = await get(`${path}${cursor}`);
    const { nextCursor } = body as { nextCursor: string | null };
    if (nextCursor === null) break;
    cursor = `&cursor=${nextCursor}`;
  }
  return `${path}${cursor}`;
}

/** Measures every list in every order, its searches, the overview and the audit log. */
export async function measureBackOffice(get: Get): Promise<MeasuredCall[]> {
  const results: MeasuredCall[] = [];
  const add = async (name: string, path: string): Promise<void> => {
    results.push(await measureCall(get, name, path));
  };
  await add("overview", "/api/admin/overview");
  for (const [table, sorts] of Object.entries(tables)) {
    const path = `/api/admin/${table}`;
    await add(`${table}: first page`, `${path}?limit=50`);
    for (const sort of sorts) {
      await add(`${table}: by ${sort}`, `${path}?limit=50&sort=${sort}`);
      await add(`${table}: by ${sort}, in the middle`, await middleOf(get, `${path}?limit=200&sort=${sort}`));
    }
    for (const [kind, search] of Object.entries(searchTexts)) {
      await add(`${table}: search, ${kind}`, `${path}?limit=50&search=${encodeURIComponent(search)}`);
    }
    await add(`${table}: search and sort`, `${path}?limit=50&search=${searchTexts.hit}&sort=${sorts[0]}`);
    if (table !== "users") await add(`${table}: pending`, `${path}?limit=50&status=pending&sort=waiting`);
  }
  for (const table of ["deposits", "withdrawals"]) await add(`${table}: without parameters`, `/api/admin/${table}`);
  await add("audit: first page", "/api/admin/audit?limit=50");
  for (const [kind, search] of Object.entries(searchTexts)) {
    await add(`audit: search, ${kind}`, `/api/admin/audit?limit=50&search=${encodeURIComponent(search)}`);
  }
  return results;
}
