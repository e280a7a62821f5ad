import type { FastifyInstance } from "fastify";
import { AppError } from "../core/app-error.ts";

/** A database that does not answer within this time is not ready, whatever it says later. */
const READY_TIMEOUT_MS = 2_000;

/**
 * `/healthz` is 200 as soon as the process serves; `/readyz` once `isReady` says so: the database answers and is migrated, the
 * feed has its first prices.
 */
export function addHealthRoutes(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  app.get("/healthz", { exposeHeadRoute: true }, () => ({ status: "ok" }));
  app.get("/readyz", { exposeHeadRoute: true }, async (request) => {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<boolean>((resolve) => (timer = setTimeout(resolve, READY_TIMEOUT_MS, false)));
    const answer = isReady().catch((error: unknown) => {
      request.log.warn({ err: error }, "not ready");
      return false;
    });
    const ready = await Promise.race([answer, tooLate]);
    clearTimeout(timer);
    if (!ready) throw new AppError("BUSY", "Not ready yet.", { retryAfterSeconds: 1 });
    return { status: "ready" };
  });
}
