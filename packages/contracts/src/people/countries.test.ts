import { expect, it } from "vitest";
import { bankCountries, banksByCountry } from "../withdrawals/banks.ts";
import { countries, findDialCode } from "./countries.ts";

it("lists about 80 countries: six first, then the rest by name", () => {
  const names = countries.map(({ name }) => name);
  expect(names.slice(0, 6)).toEqual(["Nigeria", "Kenya", "South Africa", "Namibia", "Ghana", "Zimbabwe"]);
  expect(names.slice(6)).toEqual(names.slice(6).sort((first, second) => first.localeCompare(second, "en")));
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(80);
});

it("has a dial code for each country", () => {
  for (const { dialCode } of countries) expect(dialCode).toMatch(/^\+\d{1,3}$/);
  expect(findDialCode("Kenya")).toBe("+254");
  expect(findDialCode("")).toBeUndefined();
});

it("has five banks in each of ten known countries", () => {
  expect(bankCountries).toHaveLength(10);
  for (const country of bankCountries) {
    expect(banksByCountry[country]).toHaveLength(5);
    expect(findDialCode(country)).toBeDefined();
  }
});
