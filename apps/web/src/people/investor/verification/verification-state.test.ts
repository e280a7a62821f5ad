import type { Verification } from "@wazi/contracts";
import { expect, test } from "vitest";
import { canSubmit, getVerificationState } from "./verification-state.ts";

const latest = (status: Verification["status"]): Verification => ({ status }) as Verification;

test.each([
  ["pending", null, "not-submitted", true],
  ["pending", latest("pending"), "pending", false],
  ["rejected", latest("rejected"), "rejected", true],
  ["rejected", null, "rejected", true],
  ["approved", latest("approved"), "approved", false],
  ["approved", null, "approved", false],
  ["pending", latest("approved"), "pending", false],
] as const)("maps %s with %o to %s", (kycStatus, submission, state, isOpen) => {
  expect(getVerificationState(kycStatus, submission)).toBe(state);
  expect(canSubmit(getVerificationState(kycStatus, submission), submission)).toBe(isOpen);
});
