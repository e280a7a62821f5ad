import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { limitRepeats } from "./limit-repeats.ts";

const WINDOW_MS = 60;

function createLog() {
  const lines: { msg: string; repeats?: number; err?: { stack: string } }[] = [];
  const hooks = { logMethod: limitRepeats(WINDOW_MS) };
  const log = pino({ hooks }, { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) });
  return { log, lines };
}

describe("limitRepeats", () => {
  it("logs a repeated error once with its stack, and says afterwards how often it came", async () => {
    const { log, lines } = createLog();
    for (let call = 0; call < 1_000; call += 1)
      log.child({ requestId: call }).error({ err: new Error("connect ECONNREFUSED") }, "request failed");
    expect(lines).toHaveLength(1);
    await expect.poll(() => lines.length).toBe(2);
    expect(lines).toMatchObject([
      { msg: "request failed", err: { stack: expect.any(String) as string } },
      { msg: "repeated: request failed (Error)", repeats: 999 },
    ]);
    log.error({ err: new Error("connect ECONNREFUSED") }, "request failed");
    expect(lines).toHaveLength(3);
  });

  it("logs different errors, and lines without an error, each time", () => {
    const { log, lines } = createLog();
    for (let call = 0; call < 3; call += 1) {
      log.info({ status: 503 }, "request");
      log.warn({ symbol: "EUR/USD" }, "no price");
      log.error({ err: new Error(`reason ${call}`) }, "request failed");
    }
    expect(lines).toHaveLength(9);
  });
});
