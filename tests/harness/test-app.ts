import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AdminRole, DAY_MS, type ProvedAct, stepUp } from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import { createAddressSource, makeDemoKeys } from "../../apps/server/src/deposits/addresses/configured-addresses.ts";
import { buildDepositSettlement } from "../../apps/server/src/deposits/requests/settle-deposit.ts";
import { findDeposit } from "../../apps/server/src/deposits/requests/store.ts";
import { composeApp } from "../../apps/server/src/start/compose-app.ts";
import { seedBots } from "../../apps/server/src/investing/bots/store.ts";
import { prepareEvidence } from "../../apps/server/src/investing/evidence/prepare-evidence.ts";
import { giveRole } from "../../apps/server/src/people/administrators/appointments.ts";
import { lockCandidate } from "../../apps/server/src/people/administrators/store.ts";
import { ensureFirstAdmin } from "../../apps/server/src/people/identity/first-admin.ts";
import { type Door, openDoor } from "../../apps/server/src/ledger/door/post.ts";
import { findDifferences } from "../../apps/server/src/ledger/reconciliation/compare-books.ts";
import type { Difference } from "../../apps/server/src/ledger/reconciliation/difference.ts";
import type { DocumentVault } from "../../apps/server/src/people/documents/document-vault.ts";
import { openPool, type Sql } from "../../apps/server/src/platform/db/pool.ts";
import type { LinkSigner } from "../../apps/server/src/people/identity/signed-links.ts";
import type { MailTransport } from "../../apps/server/src/platform/mail/mail-transport.ts";
import type { PushTransport } from "../../apps/server/src/platform/push/push-transport.ts";
import { openDocuments, openFactors, openLinkSigner } from "../../apps/server/src/people/documents/open-vaults.ts";
import { openMail } from "../../apps/server/src/platform/mail/open-mail.ts";
import { openPush } from "../../apps/server/src/platform/push/open-push.ts";
import { createSubmissionWorkers } from "../../apps/server/src/people/verification/submission-workers.ts";
import { type ModuleParts, type Modules, openModules } from "../../apps/server/src/start/modules.ts";
import { createExportGate } from "../../apps/server/src/platform/csv/export-gate.ts";
import { createDatabaseHints } from "../../apps/server/src/platform/hints/hint-channel.ts";
import { pino } from "pino";
import { MAX_STREAMS } from "../../apps/server/src/platform/process/open-files.ts";
import { AnswerTimes } from "../../apps/server/src/office/status/answer-times.ts";
import type { PayoutRail } from "../../apps/server/src/withdrawals/payouts/payout-rail.ts";
import { readSettings } from "../../apps/server/src/start/settings/settings.ts";
import { planFeeds } from "../../apps/server/src/trader/feeds/feed-plan.ts";
import { SUBMISSION_PROGRAM } from "./submission-setup.ts";
import { createAnswerCheck } from "./openapi-check.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";
import { createPasswordHasher, type PasswordHasher } from "../../apps/server/src/people/identity/passwords.ts";

const hashes = new Map<string, string>();
const verified = new Map<string, boolean>();

/**
 * The product's hasher, which hashes a password and verifies it against a hash only once in each worker: most people in
 * tests have the same password, and hashing it was most of the work of a sign-up. Tests about passwords and sign-in
 * use the product's own.
 */
export function createRememberingHasher(): PasswordHasher {
  const hasher = createPasswordHasher();
  return {
    hash: (password) => recall(hashes, password, () => hasher.hash(password)),
    verify: (hash, password) => recall(verified, `${hash} ${password}`, () => hasher.verify(hash, password)),
  };
}

async function recall<T>(known: Map<string, T>, key: string, find: () => Promise<T>): Promise<T> {
  const remembered = known.get(key);
  if (remembered !== undefined) return remembered;
  const found = await find();
  known.set(key, found);
  return found;
}

/** Checks every answer of every test against the published OpenAPI description. */
const checkAnswer = createAnswerCheck();

export const adminAccount = { email: "admin@wazi.local", password: "Admin-passw0rd!" };
export const PASSWORD = "Correct-h0rse!";

export interface TestAnswer {
  status: number;
  /** Undefined where there is none. */
  body: never;
  text: string;
  bytes: Buffer;
  headers: Record<string, unknown>;
}

type SentCall = [method: "GET" | "POST" | "DELETE", path: string, body?: unknown, headers?: Record<string, string>];

/** A session of a user or a visitor; keeps its cookies. */
export interface TestClient {
  userId: string;
  email: string;
  /** With this, `call` proves its act where it is asked to, and repeats the call. */
  proof?: () => object;
  call(...sent: SentCall): Promise<TestAnswer>;
  /** Without another try after a refusal. */
  callOnce(...sent: SentCall): Promise<TestAnswer>;
  /** @param proof such as `{ password }` or `{ code }` */
  prove(proof: object, ...acts: ProvedAct[]): Promise<TestAnswer>;
  /** The value of the Cookie header. */
  cookies(): string;
  /** The same session through another instance over the same database. */
  through(instance: TestApp): TestClient;
}

export interface TestApp {
  app: FastifyInstance;
  sql: Sql;
  door: Door;
  database: TestDatabase;
  /** Belongs to this instance and is removed when it closes. */
  dataDir: string;
  documents: DocumentVault;
  mail: MailTransport;
  /** Undefined where push is off. */
  push: PushTransport | undefined;
  links: LinkSigner;
  modules: Modules;
  admin: TestClient;
  visitor(cookies?: Map<string, string>): TestClient;
  /** Signs the first administrator in again. */
  signInAdmin(): Promise<void>;
  signUp(overrides?: Record<string, unknown>): Promise<TestClient>;
  /** Creates another administrator, signed in, who counts as a second person for everybody. */
  administrator(role?: AdminRole, names?: { firstName?: string; lastName?: string }): Promise<TestClient>;
  /** Creates an investor with an approved deposit. */
  funded(amount: string, names?: { firstName?: string; lastName?: string }): Promise<TestClient>;
  differences(): Promise<Difference[]>;
  close(): Promise<void>;
}

/** One administrator is enough in tests about other rules. */
const tests = {
  RATE_LIMIT_SCALE: "0",
  LOG_LEVEL: "fatal",
  SIMULATED_SPEED: "1",
  ADMIN_ALONE_DAILY_LIMIT: "9999999999.99",
};

/** Opens all nouns on a database, with what tests have in place of a start. None of their jobs runs. */
export async function openTestModules(
  parts: Pick<ModuleParts, "settings" | "sql" | "door" | "now" | "passwords" | "rails" | "holder">,
) {
  const { settings, sql } = parts;
  const own = {
    documents: openDocuments(settings),
    submissions: createSubmissionWorkers(SUBMISSION_PROGRAM),
    mail: await openMail(settings),
    links: openLinkSigner(settings),
    push: openPush(settings),
  };
  const modules = await openModules({
    ...parts,
    ...own,
    addresses: createAddressSource(makeDemoKeys(randomBytes(32)), true),
    plan: planFeeds(settings),
    log: pino({ level: "silent" }),
    exports: createExportGate(),
    hints: createDatabaseHints(sql),
    factors: openFactors(settings),
    answerTimes: new AnswerTimes(),
    origin: "http://127.0.0.1",
    maxStreams: MAX_STREAMS,
  });
  return { modules, ...own };
}

type Posted = Parameters<Door["post"]>[0];

/** Simulates a race: a door that runs a prepared step just before the next operation that fits is posted. */
export class PreparedRace {
  #run: (() => Promise<unknown>) | null = null;
  readonly #fits: (operation: Posted) => boolean;

  constructor(fits: (operation: Posted) => boolean = () => true) {
    this.#fits = fits;
  }

  prepare(run: () => Promise<unknown>): void {
    this.#run = run;
  }

  readonly wrapDoor = (door: Door): Door => ({
    post: async (operation) => {
      const run = this.#fits(operation) ? this.#run : null;
      if (run !== null) this.#run = null;
      await run?.();
      return door.post(operation);
    },
  });
}

/** Starts the server in this process on its own database. No trader runs, and every answer is checked. */
export async function startTestApp(
  shared?: TestDatabase,
  wrapDoor = (door: Door): Door => door,
  env: NodeJS.ProcessEnv = {},
  webRoot = "/nonexistent",
  rails?: readonly PayoutRail[],
  now = (): Date => new Date(),
): Promise<TestApp> {
  const database = shared ?? (await createTestDatabase());
  const dataDir = mkdtempSync(join(tmpdir(), "wazi-app-"));
  const settings = readSettings({ ...tests, DATA_DIR: dataDir, ...env });
  const { url, directUrl } = database.pooled ?? { url: database.url, directUrl: undefined };
  const sql = openPool(url, { directUrl });
  const plainDoor = openDoor(sql);
  const door = wrapDoor(plainDoor);
  const passwords = createRememberingHasher();
  await seedBots(sql);
  await prepareEvidence(sql);
  await ensureFirstAdmin({ sql, passwords, now: longAgo }, adminAccount);
  const opened = await openTestModules({ settings, sql, door, now, passwords, rails });
  const { modules, documents, submissions, mail, links, push } = opened;
  const app = await composeApp({ settings, sql, now, modules, webRoot, checkAnswers: true });
  const visitor = (cookies?: Map<string, string>): TestClient => createClient(app, cookies);
  const admin = visitor();
  await signIn(admin, adminAccount);
  const signUp = (overrides: Record<string, unknown> = {}): Promise<TestClient> => signUpAnew(visitor(), overrides);
  return {
    app,
    sql,
    door,
    database,
    dataDir,
    documents,
    mail,
    push,
    links,
    modules,
    admin,
    visitor,
    signInAdmin: () => signIn(admin, adminAccount),
    signUp,
    administrator: async (role = "full", names = {}) => appointLongAgo({ sql, admin }, await signUp(names), role),
    async funded(amount, names = {}) {
      const client = await signUp(names);
      await deposit(client, { sql, door: plainDoor }, amount);
      return client;
    },
    differences: async () => (await findDifferences(sql)).differences,
    async close() {
      await app.close();
      await submissions.stop();
      await sql.end();
      rmSync(dataDir, { recursive: true, force: true });
      if (!shared) await database.drop();
    },
  };
}

function createClient(app: FastifyInstance, cookies = new Map<string, string>()): TestClient {
  const formatCookies = (): string => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return {
    userId: "",
    email: "",
    cookies: formatCookies,
    through(instance) {
      const { userId, email, proof } = this;
      return Object.assign(createClient(instance.app, cookies), { userId, email, ...(proof ? { proof } : {}) });
    },
    prove(proof, ...acts) {
      return this.callOnce("POST", stepUp.path, { ...proof, acts });
    },
    async call(...sent) {
      const answer = await this.callOnce(...sent);
      const [method, path, body] = sent;
      if (!this.proof || method === "GET" || answer.status !== 403) return answer;
      if ((answer.body as { code: string }).code !== "STEP_UP_REQUIRED") return answer;
      const proved = await this.prove(this.proof(), { method, path, body });
      return proved.status === 200 ? this.callOnce(...sent) : proved;
    },
    async callOnce(method, path, body, headers = {}) {
      const cookie = formatCookies();
      const answer = await app.inject({
        method,
        url: path,
        headers: { ...headers, ...(cookie ? { cookie } : {}) },
        ...(body === undefined ? {} : { payload: body as object }),
      });
      for (const { name, value } of answer.cookies) {
        if (value === "") cookies.delete(name);
        else cookies.set(name, value);
      }
      const text = answer.payload;
      const contentType = String(answer.headers["content-type"] ?? "");
      checkAnswer({ method, path, status: answer.statusCode, contentType, text });
      const isJson = contentType.includes("json");
      return {
        status: answer.statusCode,
        text,
        bytes: answer.rawPayload,
        headers: answer.headers,
        body: (isJson ? JSON.parse(text) : undefined) as never,
      };
    },
  };
}

async function signIn(client: TestClient, { email, password }: typeof adminAccount): Promise<void> {
  const answer = await client.call("POST", "/api/auth/signin", { email, password });
  if (answer.status !== 200) throw new Error(`sign-in failed: ${answer.text}`);
  client.userId = (answer.body as { id: string }).id;
  client.email = email;
}

async function signUpAnew(client: TestClient, overrides: Record<string, unknown>): Promise<TestClient> {
  const email = `${randomUUID()}@example.com`;
  const form = {
    firstName: "Amina",
    lastName: "Otieno",
    email,
    password: PASSWORD,
    confirmPassword: PASSWORD,
    phone: "+254712345678",
    country: "Kenya",
    birthday: "1990-05-17",
    ...overrides,
  };
  const answer = await client.call("POST", "/api/auth/signup", form);
  if (answer.status !== 201) throw new Error(`sign-up failed: ${answer.text}`);
  client.userId = (answer.body as { id: string }).id;
  client.email = email;
  return client;
}

/** Longer than any wait of a second person. */
const longAgo = (): Date => new Date(Date.now() - 31 * DAY_MS);

/** Writes an appointment of the past by the machine: most tests are about other rules. */
async function appointLongAgo(
  { sql, admin }: { sql: Sql; admin: TestClient },
  client: TestClient,
  role: AdminRole,
): Promise<TestClient> {
  await sql.begin(async (tx) => {
    const candidate = await lockCandidate(tx, client.userId);
    if (candidate === null) throw new Error("the candidate was not found");
    const by = { id: admin.userId, address: null };
    await giveRole(tx, { candidate, role, admin: by, now: longAgo(), appointment: { askedBy: null } });
  });
  await signIn(client, { email: client.email, password: PASSWORD });
  return client;
}

/** A deposit that the first administrator credited, without what one may do alone. */
async function deposit(client: TestClient, { sql, door }: { sql: Sql; door: Door }, amount: string): Promise<void> {
  const created = await client.call("POST", "/api/user/deposits", { amount, currency: "USDT", network: "TRC20" });
  if (created.status !== 201) throw new Error(`deposit failed: ${created.text}`);
  const asked = await findDeposit(sql, (created.body as { id: string }).id);
  const [admin] = await sql<{ id: string }[]>`select id from users where email = ${adminAccount.email}`;
  if (asked === null || admin === undefined) throw new Error("the deposit or its administrator was not found");
  const actor = { id: admin.id, address: "127.0.0.1" };
  const { operation } = buildDepositSettlement(asked, { status: "completed" }, actor, new Date());
  const outcome = await door.post(operation);
  if (outcome !== "posted") throw new Error(`the deposit was not credited: ${outcome}`);
}
