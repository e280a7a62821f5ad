import type { FastifyInstance } from "fastify";
import { AppError } from "../core/app-error.ts";

/** The server counts as not ready when the check takes longer than this. */
const READY_TIMEOUT_MS = 2_000;

/**
 * `/healthz` answers 200 as soon as the process serves; `/readyz` once `isReady` is true: the database answers and has
 * the current schema, and the feed has its first prices.
 */
export function addHealthRoutes(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  app.get("/healthz", { exposeHeadRoute: true }, () => ({ status: "ok" }));
  app.get("/readyz", { exposeHeadRoute: true }, async (request) => {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<boolean>((resolve) => (timer = setTimeout(resolve, READY_TIMEOUT_MS, false)));
    const answer = isReady().catch((error: unknown) => {
      request.log.warn({ err: error }, "not ready");
      return false;
    });
    const ready = await Promise.race([answer, timeout]);
    clearTimeout(timer);
    if (!ready) throw new AppError("BUSY", "Not ready yet.", { retryAfterSeconds: 1 });
    return { status: "ready" };
  });
}
