import { signUpBody } from "@wazi/contracts";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { passwordStrength, STRENGTH_MARKS } from "./password-strength.ts";

it.each([
  ["", 0, ""],
  ["abc", 1, "Still needs 8 characters, an uppercase letter, a number, a special character"],
  ["Abcdefg1", 4, "Still needs a special character"],
  ["Abcdef1!", 5, "Good. Longer is stronger"],
  ["Correct-h0rse-battery", 5, "Strong"],
])("%s has %i of what it needs", (password, met, words) => {
  expect(passwordStrength(password)).toEqual({ met, words });
});

it.each(["Abcdef1!", "Abcdefg1", "abcdef1!", "Ab1!", "Ẹ́dàb1!x", "ABCDEF1!"])(
  "it calls %s whole where the sign-up takes it, and only there",
  (password) => {
    const { error } = z.safeParse(signUpBody, { password, confirmPassword: password });
    const isTaken = error?.issues.every(({ path }) => path[0] !== "password") ?? true;
    expect(passwordStrength(password).met === STRENGTH_MARKS).toBe(isTaken);
  },
);
