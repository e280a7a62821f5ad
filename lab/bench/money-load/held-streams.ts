import { connect, type Socket } from "node:net";

/** A stream of server-sent events that a bench holds open. */
export interface HeldStreams {
  /** The number of streams that the server has ended. */
  countEnded(): number;
  /**
   * Runs `announce` and waits until every stream has received an event of this type.
   * @returns the milliseconds until each stream's receipt, sorted
   * @throws Error when not all have received it within the time
   */
  awaitEvent(type: string, announce: () => Promise<void>): Promise<number[]>;
  close(): void;
}

/** Connections that are opened at the same time. */
const OPENING = 100;
const TIMEOUT_MS = 30_000;

/** Opens a stream for each token. A plain socket takes little processor time and memory from the server's machine. */
export async function openStreams(origin: string, tokens: readonly string[]): Promise<HeldStreams> {
  const { hostname, port } = new URL(origin);
  const sockets: Socket[] = [];
  let ended = 0;
  let onData: (index: number, chunk: Buffer) => void = () => undefined;
  const open = async (index: number): Promise<void> => {
    const socket = await openStream(hostname, Number(port), tokens[index] ?? "");
    sockets[index] = socket;
    socket.on("data", (chunk: Buffer) => onData(index, chunk)).on("close", () => (ended += 1));
  };
  for (let first = 0; first < tokens.length; first += OPENING) {
    const indexes = tokens.slice(first, first + OPENING).map((_, place) => first + place);
    await Promise.all(indexes.map(open));
  }
  return {
    countEnded: () => ended,
    async awaitEvent(type, announce) {
      const wanted = Buffer.from(`"type":"${type}"`);
      const receivedAt = new Map<number, number>();
      const all = new Promise<void>((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`${receivedAt.size} of ${tokens.length} streams received it`)),
          TIMEOUT_MS,
        );
        onData = (index, chunk) => {
          if (receivedAt.has(index) || !chunk.includes(wanted)) return;
          receivedAt.set(index, performance.now());
          if (receivedAt.size < tokens.length) return;
          clearTimeout(timer);
          resolve();
        };
      });
      const startedAt = performance.now();
      await announce();
      await all;
      return [...receivedAt.values()].map((at) => at - startedAt).sort((one, other) => one - other);
    },
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Resolves when the head of the answer has arrived. */
function openStream(host: string, port: number, token: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true });
    socket.once("error", reject);
    socket.once("data", (chunk: Buffer) => {
      const status = chunk.toString("latin1", 9, 12);
      if (status !== "200") reject(new Error(`A stream was answered ${status}: ${chunk.toString("latin1")}`));
      else resolve(socket);
    });
    const lines = [
      "GET /api/events HTTP/1.1",
      "host: bench",
      "accept: text/event-stream",
      `cookie: wazi_session=${token}`,
    ];
    socket.write([...lines, "", ""].join("\r\n"));
  });
}
