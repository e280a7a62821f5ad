import type { Server } from "node:http";
import type { Socket } from "node:net";

export interface Connections {
  /** Closes connections without a request now, and each other connection after its current request. */
  endUnused(): void;
}

/**
 * Tracks the connections of a server; call it before the server listens. Node's own close waits without limit for
 * connections that never had a request, which browsers open in advance, and for kept-alive ones.
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
