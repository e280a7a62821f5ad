import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { destinationTextOf } from "./destination-text.ts";

type Kept = Parameters<typeof destinationTextOf>[0];

const nothing = {
  currency: null,
  network: null,
  destination_address: null,
  country: null,
  bank_name: null,
  account_name: null,
  phone_number: null,
};
const crypto: Kept = {
  ...nothing,
  withdrawal_type: "crypto",
  currency: "USDT",
  network: "TRC20",
  destination_address: "TEJKoxxBW1Vvfhx3pzoDAeFQryZcbqxN2X",
};
const mpesa: Kept = { ...nothing, withdrawal_type: "mpesa", country: "Kenya", phone_number: "+254712345678" };
const bank: Kept = {
  ...nothing,
  withdrawal_type: "bank",
  country: "Kenya",
  bank_name: "Equity Bank",
  account_name: "Wanjiru Nyong'o",
  destination_address: "0123456789",
};

describe("a destination in one line", () => {
  it.each([
    [crypto, "USDT on TRC20 to TEJKoxxBW1Vvfhx3pzoDAeFQryZcbqxN2X"],
    [mpesa, "M-Pesa Kenya +254712345678"],
    [bank, "Equity Bank, Kenya, account 0123456789, account name Wanjiru Nyong'o"],
    [
      { ...bank, bank_name: "Bank, Kenya, account 1" },
      `"Bank, Kenya, account 1", Kenya, account 0123456789, account name Wanjiru Nyong'o`,
    ],
    [
      { ...bank, account_name: 'A "B" \\ C' },
      String.raw`Equity Bank, Kenya, account 0123456789, account name "A \u{22}B\u{22} \u{5c} C"`,
    ],
    [
      { ...bank, bank_name: "Two\nlines", account_name: "un\u200bseen" },
      String.raw`"Two\u{a}lines", Kenya, account 0123456789, account name "un\u{200b}seen"`,
    ],
    [{ ...bank, bank_name: null, account_name: "" }, `—, Kenya, account 0123456789, account name ""`],
  ])("formats %j", (destination, text) => {
    expect(destinationTextOf(destination)).toBe(text);
  });

  it("differs for any two different destinations", () => {
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
    const relevant: Record<Kept["withdrawal_type"], (keyof Kept)[]> = {
      crypto: ["currency", "network", "destination_address"],
      mpesa: ["country", "phone_number"],
      bank: ["bank_name", "country", "destination_address", "account_name"],
    };
    const destination = fc
      .record({
        withdrawal_type: fc.constantFrom("crypto" as const, "mpesa" as const, "bank" as const),
        currency: part,
        network: part,
        destination_address: part,
        country: part,
        bank_name: part,
        account_name: part,
        phone_number: part,
      })
      .map((made): [Kept, string] => {
        const told = relevant[made.withdrawal_type].map((name) => made[name]);
        return [made, JSON.stringify([made.withdrawal_type, told])];
      });
    fc.assert(
      fc.property(fc.array(destination, { minLength: 2, maxLength: 60 }), (made) => {
        const meanings = new Map<string, string>();
        for (const [each, meaning] of made) {
          const text = destinationTextOf(each);
          expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
          expect(meanings.get(text) ?? meaning).toBe(meaning);
          meanings.set(text, meaning);
        }
      }),
      { numRuns: 400 },
    );
  });
});
