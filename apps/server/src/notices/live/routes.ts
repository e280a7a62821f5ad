import { streamLiveUpdates } from "@wazi/contracts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { toSubscriberAddress } from "../../people/api.ts";
import { AppError } from "../../platform/base/app-error.ts";
import { Answer } from "../../platform/http/answer.ts";
import { sameOriginOnly } from "../../platform/http/same-origin.ts";
import { registerCall } from "../../platform/http/register-call.ts";
import { openLiveStreams, type LiveStreamDeps } from "./live-streams.ts";
import * as texts from "../../messages/notices.ts";

export function addLiveUpdateRoutes(app: FastifyInstance, deps: LiveStreamDeps): void {
  const streams = openLiveStreams(deps);
  // Streams never end on their own, so they are closed before the server waits for open requests.
  app.addHook("preClose", () => streams.close());
  registerCall(
    app,
    streamLiveUpdates,
    ({ user, request, query, reply }) => {
      requireEventStream(request);
      const stream = streams.open(
        {
          userId: user.id,
          token: app.calls.cookies.readSession(request) ?? "",
          address: toSubscriberAddress(request.ip),
        },
        query.since === undefined ? undefined : Number(query.since),
      );
      void reply.header("cache-control", "no-store, no-transform").header("x-accel-buffering", "no");
      return Answer.ofConnection(200, stream.start);
    },
    sameOriginOnly(app),
  );
}

/** A client that does not expect a stream would wait forever, so the media type must be requested. */
function requireEventStream({ headers }: FastifyRequest): void {
  if (headers.accept?.includes("text/event-stream")) return;
  throw new AppError("VALIDATION", texts.streamNotAccepted);
}
