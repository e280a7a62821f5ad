import type { FastifyInstance } from "fastify";
import { AppError } from "../base/app-error.ts";
import * as texts from "../../messages/platform.ts";

/** A check that takes longer than this has failed. */
const CHECK_TIMEOUT_MS = 2_000;
const NO_ANSWER = "The database does not answer.";

export interface HealthChecks {
  /** Why this process should get no requests now, in one sentence; null when it is ready. */
  findReadinessProblem: () => Promise<string | null>;
  /** A sentence for the operator of a ready process; null when there is nothing to do. */
  readNotice?: () => Promise<string | null>;
  /** The health of the trader, whichever process it is. */
  readTraderHealth: () => Promise<{ problem: string } | { status: string }>;
}

/**
 * `/healthz` answers 200 as soon as the process serves. `/readyz` is about this process: its database, schema, first prices
 * and disk. `/healthz/trader` is about the bots: a process trades, with fresh prices. Both say in one sentence what is wrong.
 * Until a start has come this far, open-listener.ts answers.
 */
export function addHealthRoutes(app: FastifyInstance, checks: HealthChecks): void {
  app.get("/healthz", { exposeHeadRoute: true }, () => ({ status: "ok" }));
  app.get("/readyz", { exposeHeadRoute: true }, async ({ log }) => {
    const problem = await answerInTime(checks.findReadinessProblem(), NO_ANSWER, log);
    if (problem !== null) throw new AppError("BUSY", texts.readinessProblem({ problem }), { retryAfterSeconds: 1 });
    const notice = checks.readNotice ? await answerInTime(checks.readNotice(), null, log) : null;
    return notice === null ? { status: "ready" } : { status: "ready", notice };
  });
  app.get("/healthz/trader", { exposeHeadRoute: true }, async ({ log }) => {
    const health = await answerInTime(checks.readTraderHealth(), { problem: NO_ANSWER }, log);
    if ("problem" in health) throw new AppError("BUSY", health.problem, { retryAfterSeconds: 1 });
    return health;
  });
}

/** Returns `otherwise` when the check fails or takes too long. */
async function answerInTime<T>(
  check: Promise<T>,
  otherwise: T,
  log: { warn(fields: object, message: string): void },
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<T>((resolve) => (timer = setTimeout(resolve, CHECK_TIMEOUT_MS, otherwise)));
  const answer = check.catch((error: unknown) => {
    log.warn({ err: error }, "not ready");
    return otherwise;
  });
  const result = await Promise.race([answer, timeout]);
  clearTimeout(timer);
  return result;
}
