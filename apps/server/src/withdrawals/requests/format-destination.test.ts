import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatDestination } from "./destination.ts";

type Kept = Parameters<typeof formatDestination>[0];

const nothing = {
  currency: null,
  network: null,
  destinationAddress: null,
  country: null,
  bankName: null,
  accountName: null,
  phoneNumber: null,
};
const crypto: Kept = {
  ...nothing,
  withdrawalType: "crypto",
  currency: "USDT",
  network: "TRC20",
  destinationAddress: "TEJKoxxBW1Vvfhx3pzoDAeFQryZcbqxN2X",
};
const mpesa: Kept = { ...nothing, withdrawalType: "mpesa", country: "Kenya", phoneNumber: "+254712345678" };
const bank: Kept = {
  ...nothing,
  withdrawalType: "bank",
  country: "Kenya",
  bankName: "Equity Bank",
  accountName: "Wanjiru Nyong'o",
  destinationAddress: "0123456789",
};

describe("a destination in one line", () => {
  it.each([
    [crypto, "USDT on TRC20 to TEJKoxxBW1Vvfhx3pzoDAeFQryZcbqxN2X"],
    [mpesa, "M-Pesa Kenya +254712345678"],
    [bank, "Equity Bank, Kenya, account 0123456789, account name Wanjiru Nyong'o"],
    [
      { ...bank, bankName: "Bank, Kenya, account 1" },
      `"Bank, Kenya, account 1", Kenya, account 0123456789, account name Wanjiru Nyong'o`,
    ],
    [
      { ...bank, accountName: 'A "B" \\ C' },
      String.raw`Equity Bank, Kenya, account 0123456789, account name "A \u{22}B\u{22} \u{5c} C"`,
    ],
    [
      { ...bank, bankName: "Two\nlines", accountName: "un\u200bseen" },
      String.raw`"Two\u{a}lines", Kenya, account 0123456789, account name "un\u{200b}seen"`,
    ],
    [{ ...bank, bankName: null, accountName: "" }, `—, Kenya, account 0123456789, account name ""`],
  ])("formats %j", (destination, text) => {
    expect(formatDestination(destination)).toBe(text);
  });

  it("differs for any two different destinations", { tags: ["S58"] }, () => {
    const pieces = [
      "a",
      " ",
      ",",
      '"',
      "\\",
      "—",
      "account",
      "name",
      "on",
      "to",
      "\n",
      "\u200b",
      "é",
      "e\u0301",
      "u{22}",
    ];
    const part = fc.option(fc.array(fc.constantFrom(...pieces), { maxLength: 4 }).map((chosen) => chosen.join("")));
    const relevant: Record<Kept["withdrawalType"], (keyof Kept)[]> = {
      crypto: ["currency", "network", "destinationAddress"],
      mpesa: ["country", "phoneNumber"],
      bank: ["bankName", "country", "destinationAddress", "accountName"],
    };
    const destination = fc
      .record({
        withdrawalType: fc.constantFrom("crypto" as const, "mpesa" as const, "bank" as const),
        currency: part,
        network: part,
        destinationAddress: part,
        country: part,
        bankName: part,
        accountName: part,
        phoneNumber: part,
      })
      .map((made): [Kept, string] => {
        const told = relevant[made.withdrawalType].map((name) => made[name]);
        return [made, JSON.stringify([made.withdrawalType, told])];
      });
    fc.assert(
      fc.property(fc.array(destination, { minLength: 2, maxLength: 60 }), (made) => {
        const meanings = new Map<string, string>();
        for (const [each, meaning] of made) {
          const text = formatDestination(each);
          expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
          expect(meanings.get(text) ?? meaning).toBe(meaning);
          meanings.set(text, meaning);
        }
      }),
      { numRuns: 400 },
    );
  });
});
