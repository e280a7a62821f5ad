import { signUpBody } from "@wazi/contracts";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { passwordStrength, STRENGTH_MARKS } from "./password-strength-marks.tsx";

it.each([
  ["", 0, ""],
  ["abc", 1, "Still needed: 8 characters, an uppercase letter, a number, a special character"],
  ["Abcdefg1", 4, "Still needed: a special character"],
  ["Abcdef1!", 5, "Good. A longer password is stronger."],
  ["Correct-h0rse-battery", 5, "Strong"],
])("rates %s as %i of 5", (password, met, text) => {
  expect(passwordStrength(password)).toEqual({ met, text });
});

it.each(["Abcdef1!", "Abcdefg1", "abcdef1!", "Ab1!", "Ẹ́dàb1!x", "ABCDEF1!"])(
  "agrees with the sign-up rules about %s",
  (password) => {
    const { error } = z.safeParse(signUpBody, {
      password,
      confirmPassword: password,
    });
    const isTaken = error?.issues.every(({ path }) => path[0] !== "password") ?? true;
    expect(passwordStrength(password).met === STRENGTH_MARKS).toBe(isTaken);
  },
);
