import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../base/app-error.ts";

/**
 * Call options for GET calls that are expensive or leave a trace. Other GET calls accept cross-origin requests, because
 * the requesting page cannot read the answer.
 */
export const sameOriginOnly = (app: FastifyInstance) => ({
  beforeBody: ({ request }: { request: FastifyRequest }): void => {
    if (app.calls.isCrossOrigin(request))
      throw new AppError("FORBIDDEN", "Requests from another site are not allowed.");
  },
});
