import { parseCents } from "@wazi/domain";
import { describe, expect, test } from "vitest";
import { readSettings } from "./settings.ts";

const read = (confirmations: string) =>
  readSettings({ DEPOSIT_CONFIRMATIONS: confirmations }, "/project").chains.confirmations;

describe("the confirmations of deposits", () => {
  test("are set for each chain, and by amount", () => {
    expect(read("BTC:2/6@10000, LTC:3, ERC20:12/32@10000/64@50000, TRC20:20")).toEqual({
      BTC: [
        { from: 0n, confirmations: 2 },
        { from: parseCents("10000"), confirmations: 6 },
      ],
      LTC: [{ from: 0n, confirmations: 3 }],
      ERC20: [
        { from: 0n, confirmations: 12 },
        { from: parseCents("10000"), confirmations: 32 },
        { from: parseCents("50000"), confirmations: 64 },
      ],
      TRC20: [{ from: 0n, confirmations: 20 }],
    });
  });

  test.each([
    "BTC:2, LTC:3, ERC20:12",
    "BTC:2, BTC:2, LTC:3, ERC20:12, TRC20:20",
    "BTC:0, LTC:3, ERC20:12, TRC20:20",
    "BTC:2@100, LTC:3, ERC20:12, TRC20:20",
    "BTC:2/6, LTC:3, ERC20:12, TRC20:20",
    "BTC:2/6@500/9@400, LTC:3, ERC20:12, TRC20:20",
  ])("are refused where they are incomplete or in no order: %s", (text) => {
    expect(() => read(text)).toThrow("DEPOSIT_CONFIRMATIONS");
  });
});
