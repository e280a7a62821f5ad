import { getCurrentUser, signUp, type CurrentUser } from "@wazi/contracts";
import { createDocumentKeys, DOCUMENT_KEY_BYTES } from "../../apps/server/src/people/documents/document-keys.ts";
import { createLinkSigner } from "../../apps/server/src/people/identity/signed-links.ts";
import { createPasswordHasher, type PasswordHasher } from "../../apps/server/src/people/identity/passwords.ts";
import { openPool, type Sql } from "../../apps/server/src/platform/db/pool.ts";
import type { AccountDeps } from "../../apps/server/src/people/accounts/current-user.ts";
import { addAccountRoutes } from "../../apps/server/src/people/accounts/routes.ts";
import { createFactorVault } from "../../apps/server/src/people/second-factors/factor-vault.ts";
import { addSecondFactorRoutes } from "../../apps/server/src/people/second-factors/routes.ts";
import { buildApp } from "../../apps/server/src/start/build-app.ts";
import { alwaysHealthy } from "./always-healthy.ts";
import { createTestDatabase } from "./test-database.ts";

type App = ReturnType<typeof buildApp>;
type HttpAnswer = Awaited<ReturnType<App["inject"]>>;

export const PASSWORD = "Correct-horse1";

/** The ledger's figures of everybody here. */
export const account: CurrentUser["account"] = {
  balance: "0.00",
  depositFunds: "0.00",
  profitFunds: "0.00",
  totalDeposits: "0.00",
  totalInvested: "0.00",
  totalProfit: "0.00",
  adjustmentProfit: "0.00",
  withdrawalHold: "0.00",
};

export type Cookies = Record<string, string>;

interface Caller {
  cookies?: Cookies;
  /** By default an address of its own, so that only a test about addresses meets their throttle. */
  ip?: string;
}

/** One process of an installation: its own connections and its own everything but the database. */
export interface AccountProcess {
  app: App;
  sql: Sql;
  /** The hashes that passwords were verified against. */
  verified: string[];
  post(url: string, payload?: object, caller?: Caller): Promise<HttpAnswer>;
  me(cookies: Cookies, url?: string): Promise<HttpAnswer>;
}

interface Somebody {
  email: string;
  cookies: Cookies;
  user: CurrentUser;
}

export interface AccountWorld {
  /** Moves only when the test sets it. */
  clock: { now: number };
  startProcess(deps?: Partial<AccountDeps>, publicOrigin?: string): AccountProcess;
  signUpSomebody(): Promise<Somebody>;
  end(): Promise<void>;
}

let counted = 0;

/** A right sign-up form of somebody new. */
export function signUpForm(changes: Record<string, unknown> = {}): Record<string, unknown> {
  counted += 1;
  return {
    firstName: "Amina",
    lastName: "Odhiambo",
    email: `amina${counted}@example.com`,
    password: PASSWORD,
    confirmPassword: PASSWORD,
    phone: "254712345678",
    country: "Kenya",
    birthday: "1990-05-17",
    marketingOptIn: false,
    ...changes,
  };
}

export function cookiesOf(answer: HttpAnswer): Cookies {
  return Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
}

/** Any number of processes over one database, which share a clock that stands still. */
export async function createAccountWorld(start: number): Promise<AccountWorld> {
  const database = await createTestDatabase();
  const clock = { now: start };
  const processes: AccountProcess[] = [];

  function startProcess(deps: Partial<AccountDeps> = {}, publicOrigin?: string): AccountProcess {
    const process = openProcess(database.url, clock, deps, publicOrigin);
    processes.push(process);
    return process;
  }

  return {
    clock,
    startProcess,
    async signUpSomebody() {
      const form = signUpForm();
      const answer = await (processes[0] ?? startProcess()).post(signUp.path, form);
      if (answer.statusCode !== 201) throw new Error(answer.body);
      return { email: String(form["email"]), cookies: cookiesOf(answer), user: answer.json<CurrentUser>() };
    },
    async end() {
      await Promise.all(processes.map(async ({ app, sql }) => (await app.close(), sql.end())));
      await database.drop();
    },
  };
}

function openProcess(
  url: string,
  clock: { now: number },
  deps: Partial<AccountDeps>,
  publicOrigin: string | undefined,
): AccountProcess {
  const sql = openPool(url, { max: 4 });
  const now = (): Date => new Date(clock.now);
  const app = buildApp({
    settings: { logLevel: "silent", trustProxy: 1, publicOrigin, rateLimitScale: 0 },
    sessions: { sql, now },
    health: alwaysHealthy,
    checkAnswers: true,
  });
  const verified: string[] = [];
  const passwords = countVerified(createPasswordHasher({ concurrency: 2, maxWaiting: 500 }), verified);
  const readAccount = (): Promise<CurrentUser["account"]> => Promise.resolve(account);
  const links = createLinkSigner(createDocumentKeys([Buffer.alloc(DOCUMENT_KEY_BYTES, 7)]));
  const common = { sql, now, passwords, rateLimitScale: 1, factors: createFactorVault([Buffer.alloc(32, 7)]) };
  const rules = { countriesServed: undefined, requiresAdminFactor: false, links, eraseFiles: () => Promise.resolve() };
  addAccountRoutes(app, { ...common, ...rules, readAccount, ...deps });
  addSecondFactorRoutes(app, { ...common, ...deps });
  return {
    app,
    sql,
    verified,
    post: (path, payload, { cookies = {}, ip = freshAddress() } = {}) => {
      const request = { method: "POST", url: path, headers: { "x-forwarded-for": ip }, cookies } as const;
      return app.inject(payload === undefined ? request : { ...request, payload });
    },
    me: (cookies, path = getCurrentUser.path) => app.inject({ method: "GET", url: path, cookies }),
  };
}

function countVerified(hasher: PasswordHasher, verified: string[]): PasswordHasher {
  return {
    hash: (text) => hasher.hash(text),
    verify: (hashed, text) => {
      verified.push(hashed);
      return hasher.verify(hashed, text);
    },
  };
}

let addresses = 0;
function freshAddress(): string {
  addresses += 1;
  return `10.${100 + Math.floor(addresses / 62_500)}.${Math.floor(addresses / 250) % 250}.${addresses % 250}`;
}
