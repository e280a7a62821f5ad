import { expect, it } from "vitest";
import { composePhone } from "../people/investor/accounts/sign-up.ts";

it.each([
  ["+254", "0712 345 678", "+254712345678"],
  ["+254", "712345678", "+254712345678"],
  ["+254", "+254 712-345-678", "+254712345678"],
  ["+254", "", ""],
  ["", "0712345678", "712345678"],
])("joins %s and %s to %s", (dialCode, typed, phone) => {
  expect(composePhone(dialCode, typed)).toBe(phone);
});
