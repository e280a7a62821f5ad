import type { Server } from "node:http";
import type { Socket } from "node:net";

export interface Connections {
  /** From now on a connection lasts as long as the request that is under way on it, and not a moment without one. */
  endUnused(): void;
}

/**
 * Watches who is connected to a server that does not listen yet. Node's own close waits without end for a connection on
 * which nothing was ever asked, as browsers open them ahead of need, and for one that is kept after its last answer.
 */
export function watchConnections(server: Server): Connections {
  const unused = new Set<Socket>();
  let isEnding = false;
  server.on("connection", (socket: Socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  server.on("request", ({ socket }, response) => {
    unused.delete(socket);
    response.once("close", () => {
      if (isEnding) socket.end();
      else if (!socket.destroyed) unused.add(socket);
    });
  });
  return {
    endUnused() {
      isEnding = true;
      for (const socket of unused) socket.destroy();
    },
  };
}
