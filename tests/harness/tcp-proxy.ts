import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/**
 * A TCP proxy whose network can fail. `open` passes everything on. `silent` keeps connections and passes nothing on, in either
 * direction, as a network that was cut without a reset: neither side sees an error. `refused` resets all connections and
 * accepts no new ones.
 */
type NetworkState = "open" | "silent" | "refused";

export interface TcpProxy {
  readonly port: number;
  /** The address of the target with the proxy's host and port. */
  readonly url: string;
  /** The number of connections that were accepted. */
  readonly accepted: number;
  /** The number of bytes that silent connections have sent, in both directions, and that were not passed on. */
  readonly swallowed: number;
  /** Connections that were silent stay silent for ever; new ones are as the state says. */
  set(state: NetworkState): void;
  /** Delays what is passed on, in each direction. */
  delay(ms: number): void;
  close(): Promise<void>;
}

/** Starts a proxy on a free port in front of the host and port of a URL. */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target);
  let state: NetworkState = "open";
  let delayMs = 0;
  let accepted = 0;
  let swallowed = 0;
  const pairs = new Set<{ near: Socket; far: Socket; isCut: boolean }>();

  const server = createServer((near) => {
    accepted += 1;
    near.on("error", () => undefined);
    if (state === "refused") {
      near.resetAndDestroy();
      return;
    }
    const far = connect(Number(port), hostname);
    far.on("error", () => near.destroy());
    const pair = { near, far, isCut: state === "silent" };
    pairs.add(pair);
    const pass = (from: Socket, to: Socket): void => {
      from.on("data", (bytes) => {
        if (pair.isCut) {
          swallowed += bytes.length;
          return;
        }
        if (delayMs === 0) to.write(bytes);
        else setTimeout(() => void (pair.isCut || to.destroyed || to.write(bytes)), delayMs);
      });
      from.on("close", () => {
        pairs.delete(pair);
        // The end of a cut connection does not arrive either.
        if (!pair.isCut) to.destroy();
      });
    };
    pass(near, far);
    pass(far, near);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port: ownPort } = server.address() as AddressInfo;
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = String(ownPort);
  return {
    port: ownPort,
    url: url.href,
    get accepted() {
      return accepted;
    },
    get swallowed() {
      return swallowed;
    },
    set(next) {
      state = next;
      for (const pair of pairs) {
        if (next === "silent") pair.isCut = true;
        if (next === "refused") for (const socket of [pair.near, pair.far]) socket.resetAndDestroy();
      }
    },
    delay(ms) {
      delayMs = ms;
    },
    async close() {
      for (const { near, far } of pairs) for (const socket of [near, far]) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
