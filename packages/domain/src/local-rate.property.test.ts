import fc from "fast-check";
import { expect, it } from "vitest";
import { creditLocal, isRateMoved, payLocal } from "./local-rate.ts";
import { cents, formatDecimal } from "./money.ts";

const RATE_SCALE = 10n ** 8n;
/** From 0.5 to 5,000 units for one US dollar. */
const rates = fc.bigInt(RATE_SCALE / 2n, 5_000n * RATE_SCALE);
const toRate = (rate: bigint): string => formatDecimal(rate, 8);

it("holds beyond 3 % of the rate that was shown, in both directions, and not at it", () => {
  expect(["103", "97", "100"].map((now) => isRateMoved("100", now, 3))).toEqual([false, false, false]);
  expect(["103.00000001", "96.99999999"].map((now) => isRateMoved("100", now, 3))).toEqual([true, true]);
});

it("credits a local amount to the cent, and never less than it is worth", () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 12n), rates, (received, rate) => {
      const exact = (received * RATE_SCALE) / rate;
      const credited = creditLocal(formatDecimal(received, 2), toRate(rate));
      expect(credited >= exact).toBe(true);
      // The rounding of the inverse costs at most 0.005 % and a cent.
      expect((credited - exact - 1n) * 20_000n <= exact).toBe(true);
    }),
  );
  expect(creditLocal("12925.00", "129.25")).toBe(10_000n);
});

it("pays the dollars in the smallest payable part, and never less than they are worth", () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 9n), rates, fc.constantFrom(0, 2), (amount, rate, places) => {
      const paid = BigInt(payLocal(cents(amount), toRate(rate), places).replace(".", ""));
      const exact = amount * rate * 10n ** BigInt(places);
      const scale = RATE_SCALE * 100n;
      expect(paid * scale >= exact && (paid - 1n) * scale < exact).toBe(true);
    }),
  );
  expect(payLocal(cents(10_000n), "129.251", 0)).toBe("12926");
});
