import { expect, it } from "vitest";
import {
  botMarkets,
  depositCurrencies,
  depositNetworks,
  DEPOSIT_WINDOW_MS,
  documentTypes,
  markets,
  MIN_DEPOSIT_CENTS,
  MIN_POSITION_CENTS,
  MIN_WITHDRAWAL_CENTS,
  mpesaCountries,
  riskTolerances,
  tradeSides,
  withdrawalNetworks,
} from "./lists.ts";
import { findDialCode } from "./people/countries.ts";
import { toMpesaNumber, mpesaNumberPlans } from "./deposits/mpesa-numbers.ts";
import { withdrawalTypes } from "./withdrawals/withdrawal-kinds.ts";

it("holds the product's lists in their fixed order", () => {
  expect(markets).toEqual(["forex", "crypto", "stocks", "commodities", "indices"]);
  expect(botMarkets).toEqual([...markets, "portfolio"]);
  expect(riskTolerances).toEqual(["low", "medium", "high"]);
  expect(tradeSides).toEqual(["buy", "sell"]);
  expect(withdrawalTypes).toEqual(["crypto", "bank", "mpesa"]);
  expect(documentTypes).toEqual(["passport", "id_card", "drivers_license"]);
  expect(mpesaCountries).toEqual(["Kenya", "Tanzania"]);
  expect(Object.keys(withdrawalNetworks)).toEqual(["USDT", "ETH", "BTC", "LTC"]);
  expect(depositNetworks).toEqual({
    USDT: ["TRC20", "ERC20"],
    ETH: ["ERC20"],
    BTC: ["BTC"],
    LTC: ["LTC"],
    USDC: ["ERC20"],
  });
  expect([depositCurrencies[0], depositNetworks.USDT[0]]).toEqual(["USDT", "TRC20"]);
});

it("holds the limits of money and time", () => {
  expect([MIN_DEPOSIT_CENTS, MIN_WITHDRAWAL_CENTS, MIN_POSITION_CENTS]).toEqual([10_000n, 1_000n, 10_000n]);
  expect(DEPOSIT_WINDOW_MS).toBe(15 * 60_000);
});

it("uses the countries' dial codes and valid examples for M-Pesa numbers", () => {
  for (const country of mpesaCountries) {
    const { dialCode, example } = mpesaNumberPlans[country];
    expect(dialCode).toBe(findDialCode(country));
    expect(toMpesaNumber(country, example)).toBe(example.replaceAll(" ", ""));
  }
});
