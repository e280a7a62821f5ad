import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../core/app-error.ts";

/**
 * An option of calls that read and yet cost something, or leave a trace. Other reading calls are open to requests from
 * anywhere, since no page there can read the answer.
 */
export const sameOriginOnly = (app: FastifyInstance) => ({
  beforeBody: ({ request }: { request: FastifyRequest }): void => {
    if (app.calls.isCrossOrigin(request))
      throw new AppError("FORBIDDEN", "Requests from another site are not allowed.");
  },
});
