import { expect, it } from "vitest";
import { describeConnection } from "./connection-text.ts";

it.each([
  [{ isOnline: true, stream: "open", isSlow: false } as const, null],
  [{ isOnline: true, stream: "opening", isSlow: false } as const, null],
  [{ isOnline: true, stream: "down", isSlow: false } as const, /^Reconnecting/],
  [{ isOnline: true, stream: "open", isSlow: true } as const, /slow/],
  [{ isOnline: false, stream: "down", isSlow: true } as const, /^You are offline/],
])("describes %o", (connection, text) => {
  if (text === null) expect(describeConnection(connection)).toBeNull();
  else expect(describeConnection(connection)).toMatch(text);
});
