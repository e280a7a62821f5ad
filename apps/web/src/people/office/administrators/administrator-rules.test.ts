import type { Administrator, AdminRole } from "@wazi/contracts";
import { expect, test } from "vitest";
import { findChangeObstacle } from "./administrators-table.tsx";

const administrator = (id: string, role: AdminRole): Administrator => ({
  id,
  email: `${id}@wazi.local`,
  firstName: "Jane",
  lastName: "Doe",
  role,
  createdAt: "2026-11-01T00:00:00.000Z",
  lastLoginAt: null,
  eligibleFrom: null,
  eligibleWithYouFrom: null,
});
const [jane, juma, joy] = [
  administrator("jane", "full"),
  administrator("juma", "money"),
  administrator("joy", "full"),
] as const;

test("allows changing others, even one of two with full access", () => {
  expect(findChangeObstacle(juma, [jane, juma], "jane")).toBeUndefined();
  expect(findChangeObstacle(joy, [jane, juma, joy], "jane")).toBeUndefined();
});

test("forbids changing yourself", () => {
  expect(findChangeObstacle(jane, [jane, joy], "jane")).toMatch(/your own role/);
});

test("forbids changing the last administrator with full access", () => {
  expect(findChangeObstacle(jane, [jane, juma], "jane")).toMatch(/^This is the last administrator/);
  expect(findChangeObstacle(jane, [jane, juma], "juma")).toMatch(/^This is the last administrator/);
});
