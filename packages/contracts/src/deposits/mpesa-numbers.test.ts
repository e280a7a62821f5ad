import { expect, it } from "vitest";
import {
  completeMpesaNumber,
  formatMpesaNumber,
  listStoredForms,
  showDestination,
  toMpesaNumber,
} from "./mpesa-numbers.ts";

it.each([
  ["Kenya", "0712 345 678", "+254712345678"],
  ["Kenya", "0112.345-678", "+254112345678"],
  ["Kenya", "712345678", "+254712345678"],
  ["Tanzania", "(0712) 345 678", "+255712345678"],
  ["Kenya", "+254 712 345 678", "+254 712 345 678"],
  ["Kenya", "12345", "12345"],
] as const)("completes a number of %s: %s", (country, typed, expected) => {
  expect(completeMpesaNumber(country, typed)).toBe(expected);
});

it("takes only numbers with a country code in the API", () => {
  expect(toMpesaNumber("Kenya", "0712345678")).toBeNull();
  expect(toMpesaNumber("Kenya", completeMpesaNumber("Kenya", "0712345678"))).toBe("+254712345678");
});

it.each([
  ["+254712345678", "0712 345 678"],
  ["+255612345678", "0612 345 678"],
  ["+44 7700", "+44 7700"],
  ["", ""],
])("shows %s as %s", (number, expected) => {
  expect(formatMpesaNumber(number)).toBe(expected);
});

it("shows a destination with its number in the local form", () => {
  const mpesa = { destination: "M-Pesa Kenya +254712345678", phoneNumber: "+254712345678" };
  expect(showDestination(mpesa)).toBe("M-Pesa Kenya 0712 345 678");
  expect(showDestination({ destination: "USDT on TRC20 to T1", phoneNumber: null })).toBe("USDT on TRC20 to T1");
});

it.each([
  ["M-Pesa Kenya 0712 345 678", ["M-Pesa Kenya +254712345678", "M-Pesa Kenya +255712345678"]],
  ["0712345678", ["+254712345678", "+255712345678"]],
  ["+254712345678", []],
  ["1000712345678", []],
  ["Amina", []],
])("searches for %s as stored", (text, expected) => {
  expect(listStoredForms(text)).toEqual(expected);
});
