import { describe, expect, it } from "vitest";
import { maskSecrets } from "./mask-secrets.ts";

describe("the text of an error in the log", () => {
  it.each([
    [
      "binanceusdm GET https://fapi.binance.com/fapi/v1/order?symbol=BTCUSDT&timestamp=1&signature=5f3a9c 400",
      "binanceusdm GET https://fapi.binance.com/fapi/v1/order?… 400",
    ],
    ['POST {"apiKey":"k-123","signature":"5f3a9c"}', 'POST {"apiKey":"…","signature":"…"}'],
    ["body: nonce=1&sign=5f3a9c&api_key=k-123", "body: nonce=1&sign=…&api_key=…"],
    ["connect postgres://wazi:hunter2@db:5432/wazi?password=hunter2", "connect postgres://…@db:5432/wazi?…"],
    ["password authentication failed for user wazi", "password authentication failed for user wazi"],
    ["relation users does not exist", "relation users does not exist"],
  ])("has no secret: %s", { tags: ["S65"] }, (text, logged) => {
    expect(maskSecrets(text)).toBe(logged);
  });
});
