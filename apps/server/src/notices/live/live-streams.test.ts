import { PassThrough } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { openLiveStreams, type LiveStreams } from "./live-streams.ts";

interface Opened {
  streams: LiveStreams;
  /** Called by the channel when it begins to listen. */
  begin: () => void;
  announce: (hints: readonly object[]) => void;
  findActiveSessions: ReturnType<typeof vi.fn<(tokens: readonly string[]) => Promise<ReadonlySet<string>>>>;
}

function openStreams(maxStreams: number): Opened {
  let announce: Opened["announce"] = () => undefined;
  let begin = (): void => undefined;
  const findActiveSessions = vi.fn((tokens: readonly string[]) =>
    Promise.resolve<ReadonlySet<string>>(new Set(tokens)),
  );
  const streams = openLiveStreams({
    hints: {
      listen: ({ onMessage, onListening }) => {
        begin = onListening;
        announce = (hints) => onMessage(JSON.stringify(hints));
        return { stop: () => Promise.resolve() };
      },
    },
    now: () => new Date(),
    findActiveSessions,
    maxStreams,
    maxStreamsPerAddress: 3,
  });
  return { streams, begin: () => begin(), announce: (hints) => announce(hints), findActiveSessions };
}

function connect({ streams }: Opened, user: number): PassThrough {
  const connection = new PassThrough();
  streams.open({ userId: `user ${user}`, token: `token ${user}` }).start(connection);
  connection.read();
  return connection;
}

/** Opens a stream of a client that has read everything so long ago, and returns what it gets first. */
async function repeated({ streams }: Opened, user: number, sinceMs: number): Promise<string> {
  const connection = new PassThrough();
  streams.open({ userId: `user ${user}`, token: `token ${user}` }, sinceMs).start(connection);
  const text = received(connection).replace(/^retry: \d+\n\n/, "");
  connection.destroy();
  await nextTurn();
  return text;
}

const received = (connection: PassThrough): string => String(connection.read() ?? "");

describe("openLiveStreams", () => {
  it("refuses a stream beyond the limit of the process until another one closes", async () => {
    const opened = openStreams(2);
    const [first] = [connect(opened, 1), connect(opened, 2)];
    expect(() => connect(opened, 3)).toThrow("Too many live connections. Live updates are off for now.");
    first.destroy();
    await nextTurn();
    expect(() => connect(opened, 3)).not.toThrow();
    await opened.streams.close();
  });

  it("refuses a stream beyond the limit of its address until another one closes", { tags: ["S36"] }, async () => {
    const opened = openStreams(100);
    const from = (user: number, address: string): PassThrough => {
      const connection = new PassThrough();
      opened.streams.open({ userId: `user ${user}`, token: `token ${user}`, address }).start(connection);
      return connection;
    };
    const [first] = [from(1, "10.0.0.1"), from(2, "10.0.0.1"), from(3, "10.0.0.1")];
    expect(() => from(4, "10.0.0.1")).toThrow("Too many live connections from your network");
    expect(() => from(4, "10.0.0.2")).not.toThrow();
    first.destroy();
    await nextTurn();
    expect(() => from(5, "10.0.0.1")).not.toThrow();
    await opened.streams.close();
  });

  it("frees the place of a client that has gone before its stream started", async () => {
    const opened = openStreams(1);
    const gone = new PassThrough();
    gone.destroy();
    opened.streams.open({ userId: "user 1", token: "token 1" }).start(gone);
    expect(() => connect(opened, 2)).not.toThrow();
    await opened.streams.close();
  });

  it("writes to many streams in slices and sends what comes meanwhile once to each", async () => {
    const opened = openStreams(10_000);
    const connections = Array.from({ length: 1_000 }, (_, user) => connect(opened, user));
    opened.announce([{ type: "trade", botId: "one" }]);
    const reached = connections.filter((connection) => connection.readableLength > 0).length;
    expect(reached).toBeGreaterThan(0);
    expect(reached).toBeLessThan(connections.length);
    for (let repeated = 0; repeated < 3; repeated += 1) opened.announce([{ type: "trade", botId: "two" }]);
    while (!connections.every((connection) => connection.readableLength > 60)) await nextTurn();
    const expected = ["one", "two"].map((botId) => `data: {"type":"trade","botId":"${botId}"}\n\n`).join("");
    expect(new Set(connections.map(received))).toEqual(new Set([expected]));
    await opened.streams.close();
  });

  it("closes a stream that is not read and keeps the others", async () => {
    const opened = openStreams(10);
    const [slow, quick] = [connect(opened, 1), connect(opened, 2)];
    for (let each = 0; each < 3_000; each += 1) {
      opened.announce([{ type: "trade", botId: `bot ${each}` }]);
      quick.read();
      await nextTurn();
    }
    expect([slow.destroyed, quick.destroyed]).toEqual([true, false]);
    await opened.streams.close();
  });

  it("checks each session once, in several queries, and ends the streams of ended sessions", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const opened = openStreams(10_000);
    const connections = Array.from({ length: 1_500 }, (_, user) => connect(opened, user));
    const again = connect(opened, 7);
    opened.findActiveSessions.mockImplementation((tokens) =>
      Promise.resolve(new Set(tokens.filter((token) => token !== "token 7"))),
    );
    vi.advanceTimersByTime(2_500);
    vi.useRealTimers();
    while (!again.writableEnded) await nextTurn();
    expect(opened.findActiveSessions.mock.calls.map(([tokens]) => tokens.length)).toEqual([1_000, 500]);
    expect(connections.filter(({ writableEnded }) => writableEnded)).toEqual([connections[7]]);
    await opened.streams.close();
  });

  it("repeats what changed since the client read it, to the user concerned", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      const opened = openStreams(100);
      connect(opened, 1);
      expect(await repeated(opened, 1, 0)).toBe("event: missed\ndata: {}\n\n");
      opened.begin();
      vi.advanceTimersByTime(20_000);
      opened.announce([
        { type: "deposit", userId: "user 1" },
        { type: "sessions", userId: "user 1" },
        { type: "trade" },
      ]);
      vi.advanceTimersByTime(6_000);
      // A request may take five seconds.
      expect(await repeated(opened, 1, 1_000)).toBe('data: {"type":"trade"}\n\ndata: {"type":"deposit"}\n\n');
      expect(await repeated(opened, 2, 1_000)).toBe('data: {"type":"trade"}\n\n');
      expect(await repeated(opened, 1, 999)).toBe("");
      expect(await repeated(opened, 1, 21_000)).toContain('"deposit"');
      expect(await repeated(opened, 1, 21_001)).toBe("event: missed\ndata: {}\n\n");
      await opened.streams.close();
    } finally {
      vi.useRealTimers();
    }
  });
});
