import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createSeededRandom, type Random } from "../commands/seeding/seeded-random.ts";
import { createHttpClient, signIn, signUp, type HttpAnswer, type HttpClient } from "../../tests/harness/http-client.ts";
import { mpesa, usdt } from "../../tests/harness/money-forms.ts";
import { adminAccount } from "../../tests/harness/wazi-process.ts";

/**
 * A call without an answer is repeated after this pause, through the other API process. The pause doubles with each
 * attempt, so that calls that wait for the database do not take the processor from its recovery.
 */
const REPEAT_MS = 20;
const MAX_REPEAT_MS = 320;
/** A call that is not answered for good in this time is a broken promise. A fault takes a few seconds, and a minute on a busy machine. */
const SETTLE_WITHIN_MS = 120_000;
/** The share of acknowledged calls that is repeated to compare the answers. */
const REPEATED_SHARE = 0.05;
/** The share of calls that goes to another process than the one before, so that both have work after a restart. */
const SWITCHED_SHARE = 0.2;
const FIRST_DEPOSIT = "20000";

export class BrokenPromiseError extends Error {}

/** The transactions of an investor's own calls. */
export type InvestorKind = "allocation" | "deactivation" | "investment-transfer" | "profit-transfer";

/** The calls that the platform has acknowledged to one investor. */
export interface Acknowledged {
  userId: string;
  deposits: Map<string, { amount: string; status: string }>;
  withdrawals: Map<string, { amount: string; status: string }>;
  /** Calls that were settled at once (200). */
  settled: Record<InvestorKind, number>;
  /** Calls of which a part waits for a price (202), and the exits that wait. */
  waiting: Record<InvestorKind, { calls: number; exits: number }>;
}

export interface LoadCounts {
  operations: number;
  refused: number;
  /** Operations whose first attempt had no answer, and the longest time from then until the answer. */
  unanswered: number;
  slowestSettleMs: number;
  compared: number;
}

/** One session through every API process. */
class Session {
  private readonly clients: HttpClient[];
  private current: number;

  constructor(
    addresses: readonly string[],
    private readonly counts: LoadCounts,
    private readonly random: Random,
  ) {
    const cookies = new Map<string, string>();
    this.clients = addresses.map((address) => createHttpClient(address, cookies));
    this.current = Number(random.integer(0, addresses.length - 1));
  }

  /** The client of the process that answered last. */
  client(): HttpClient {
    return this.clients[this.current]!;
  }

  private switchProcess(): void {
    this.current = (this.current + 1) % this.clients.length;
  }

  /**
   * Sends a call that moves money until it is answered for good: by a success or a refusal, and never by "still being
   * processed", because the process that was working on it is dead.
   */
  async send(path: string, body?: object): Promise<HttpAnswer> {
    const key = randomUUID();
    if (this.random.next() < SWITCHED_SHARE) this.switchProcess();
    const answer = await this.settle(path, body, key);
    if (answer.status >= 300) this.counts.refused += 1;
    else this.counts.operations += 1;
    if (answer.status < 300 && this.random.next() < REPEATED_SHARE) await this.compare(path, body, key, answer);
    return answer;
  }

  private async settle(path: string, body: object | undefined, key: string): Promise<HttpAnswer> {
    let unansweredAt: number | null = null;
    let pauseMs = REPEAT_MS;
    for (const startedAt = performance.now(); performance.now() - startedAt < SETTLE_WITHIN_MS;) {
      const answer = await this.attempt(path, body, key);
      if (answer && isFinal(answer)) {
        requireExpected(path, answer);
        if (unansweredAt !== null)
          this.counts.slowestSettleMs = Math.max(this.counts.slowestSettleMs, performance.now() - unansweredAt);
        return answer;
      }
      if (answer?.status === 409) throw new BrokenPromiseError(`${path}: a dead process still has key ${key}`);
      if (unansweredAt === null) this.counts.unanswered += 1;
      unansweredAt ??= performance.now();
      this.switchProcess();
      await sleep(pauseMs);
      pauseMs = Math.min(2 * pauseMs, MAX_REPEAT_MS);
    }
    throw new BrokenPromiseError(`${path}: key ${key} was not settled within ${SETTLE_WITHIN_MS} ms`);
  }

  /** Null when the connection broke before an answer. */
  private async attempt(path: string, body: object | undefined, key: string): Promise<HttpAnswer | null> {
    try {
      return await this.client().call("POST", path, body, { "idempotency-key": key });
    } catch (error) {
      if (error instanceof Error && error.name === "TimeoutError")
        throw new BrokenPromiseError(`${path}: a call had no answer in time`, { cause: error });
      return null;
    }
  }

  private async compare(path: string, body: object | undefined, key: string, first: HttpAnswer): Promise<void> {
    this.switchProcess();
    const again = await this.settle(path, body, key);
    this.counts.compared += 1;
    if (again.status === first.status && again.text === first.text) return;
    throw new BrokenPromiseError(
      `${path}: key ${key} was answered ${first.status} ${first.text}, then ${again.status} ${again.text}`,
    );
  }
}

/** A 503 without a reason of its own, and a 409 with Retry-After, are not final: the same key is sent again. */
function isFinal({ status, headers, body }: HttpAnswer): boolean {
  if (status === 503) return (body as { code?: string } | undefined)?.code === "PRICE_UNAVAILABLE";
  return status !== 409 || !headers.has("retry-after");
}

const EXPECTED = new Set([200, 201, 202, 400, 403, 404, 409, 422, 503]);

function requireExpected(path: string, { status, text }: HttpAnswer): void {
  if (!EXPECTED.has(status)) throw new BrokenPromiseError(`${path} was answered ${status}: ${text}`);
}

export interface MoneyLoad {
  counts: LoadCounts;
  acknowledged: readonly Acknowledged[];
  /** Lets every investor finish its call. Rejects with the first broken promise. */
  stop(): Promise<void>;
  /** Rejects with the first broken promise; otherwise settles after `stop`. */
  ended: Promise<void>;
}

/**
 * Signs investors up, gives each a first deposit, and lets them move money one call after the other. The seed decides what
 * each of them does.
 */
export async function startMoneyLoad(
  addresses: readonly string[],
  investors: number,
  seed: number,
): Promise<MoneyLoad> {
  const counts: LoadCounts = { operations: 0, refused: 0, unanswered: 0, slowestSettleMs: 0, compared: 0 };
  const admin = new Session(addresses, counts, createSeededRandom(seed));
  await signIn(admin.client(), adminAccount);
  const bots = (await admin.client().call("GET", "/api/bots")).body as { id: string }[];
  const lives = await Promise.all(
    Array.from({ length: investors }, async (_none, index) => {
      const random = createSeededRandom(seed + index + 1);
      const session = new Session(addresses, counts, random);
      const userId = await signUp(session.client());
      const life = new InvestorLife(session, admin, random, userId, bots);
      await life.deposit(FIRST_DEPOSIT, "completed");
      return life;
    }),
  );
  let isStopping = false;
  const live = async (life: InvestorLife): Promise<void> => {
    while (!isStopping) await life.step();
  };
  const ended = Promise.all(lives.map(live)).then(() => undefined);
  ended.catch(() => (isStopping = true));
  return {
    counts,
    acknowledged: lives.map(({ acknowledged }) => acknowledged),
    ended,
    stop: () => {
      isStopping = true;
      return ended;
    },
  };
}

class InvestorLife {
  readonly acknowledged: Acknowledged;
  /** The bots that the investor has put money into and not left. */
  private readonly held = new Set<string>();

  constructor(
    private readonly session: Session,
    private readonly admin: Session,
    private readonly random: Random,
    userId: string,
    private readonly bots: readonly { id: string }[],
  ) {
    const none = () => ({ calls: 0, exits: 0 });
    this.acknowledged = {
      userId,
      deposits: new Map(),
      withdrawals: new Map(),
      settled: { allocation: 0, deactivation: 0, "investment-transfer": 0, "profit-transfer": 0 },
      waiting: {
        allocation: none(),
        deactivation: none(),
        "investment-transfer": none(),
        "profit-transfer": none(),
      },
    };
  }

  private amount(least: number, most: number): string {
    return (Number(this.random.integer(least * 100, most * 100)) / 100).toFixed(2);
  }

  private pick<T>(all: readonly T[]): T {
    return all[Number(this.random.integer(0, all.length - 1))]!;
  }

  async step(): Promise<void> {
    switch (Number(this.random.integer(0, 7))) {
      case 0:
        return this.deposit(this.amount(100, 500), this.pick(["completed", "completed", "failed", "cancelled"]));
      case 1:
      case 2:
        return this.withdraw(this.amount(10, 120), this.pick(["completed", "rejected", "cancelled"]));
      case 3:
        return this.held.size > 0 ? this.deactivate() : this.allocate(this.amount(100, 600));
      case 4:
        return this.transfer("investment-transfer", "/api/user/investment/transfer", this.amount(1, 60));
      case 5:
        return this.transfer("profit-transfer", "/api/user/profit/transfer", this.amount(0.01, 1));
      default:
        return this.allocate(this.amount(100, 600));
    }
  }

  async deposit(amount: string, status: string): Promise<void> {
    const { deposits } = this.acknowledged;
    const answer = await this.session.send("/api/user/deposits", usdt(amount));
    if (answer.status !== 201) return;
    const { id } = answer.body as { id: string };
    // The same id again would be one deposit acknowledged as two.
    if (deposits.has(id)) throw new BrokenPromiseError(`deposit ${id} was acknowledged twice`);
    const deposit = { amount, status: "pending" };
    deposits.set(id, deposit);
    const ended =
      status === "cancelled"
        ? await this.session.send(`/api/user/deposits/${id}/cancel`)
        : await this.admin.send(`/api/admin/deposits/${id}/approve`, { status });
    if (ended.status === 200) deposit.status = status === "completed" ? "completed" : "failed";
  }

  async withdraw(amount: string, status: string): Promise<void> {
    const { withdrawals } = this.acknowledged;
    const answer = await this.session.send("/api/user/withdrawals", mpesa(amount));
    if (answer.status !== 201) return;
    const { id } = answer.body as { id: string };
    if (withdrawals.has(id)) throw new BrokenPromiseError(`withdrawal ${id} was acknowledged twice`);
    const withdrawal = { amount, status: "pending" };
    withdrawals.set(id, withdrawal);
    const ended =
      status === "cancelled"
        ? await this.session.send(`/api/user/withdrawals/${id}/cancel`)
        : await this.admin.send(`/api/admin/withdrawals/${id}/approve`, { status });
    if (ended.status === 200) withdrawal.status = status === "completed" ? "completed" : "rejected";
  }

  private async allocate(amount: string): Promise<void> {
    const botId = this.pick(this.bots).id;
    const answer = await this.session.send("/api/user/bots/activate", { botId, allocatedAmount: amount });
    if (answer.status < 300) this.held.add(botId);
    this.note("allocation", answer);
  }

  private async deactivate(): Promise<void> {
    const botId = this.pick([...this.held]);
    this.note("deactivation", await this.session.send("/api/user/bots/deactivate", { botId }), 1);
    this.held.delete(botId);
  }

  private async transfer(kind: InvestorKind, path: string, amount: string): Promise<void> {
    const answer = await this.session.send(path, { amount });
    const { waiting = [] } = (answer.body ?? {}) as { waiting?: unknown[] };
    this.note(kind, answer, waiting.length);
  }

  private note(kind: InvestorKind, { status }: HttpAnswer, exits = 0): void {
    if (status === 200) this.acknowledged.settled[kind] += 1;
    if (status !== 202) return;
    this.acknowledged.waiting[kind].calls += 1;
    this.acknowledged.waiting[kind].exits += exits;
  }
}
