import { expect, it } from "vitest";
import { findOtherPayee } from "./payee-name.ts";

const user = { email: "amina@example.com", firstName: "Amina", lastName: "Otieno" };
const otherOf = (accountName: string | null, recipientName: string | null = null): string | null =>
  findOtherPayee({ accountName, payout: recipientName === null ? null : ({ recipientName } as never), user });

it.each(["Amina Otieno", "OTIENO AMINA", "A. Otieno", "Amina Wanjiku Otieno", "Amína  Otieno-Kamau", "Otieno"])(
  "takes %s for the same person",
  (name) => {
    expect(otherOf(name)).toBeNull();
  },
);

it.each(["Joy Mensah", "Amina Mensah", "A. O.", "—"])("warns of %s", (name) => {
  expect(otherOf(name)).toBe(name);
});

it("also compares the name that a payment provider gives, and nothing without a name", () => {
  expect(otherOf(null)).toBeNull();
  expect(otherOf(null, "AMINA OTIENO")).toBeNull();
  expect(otherOf("Amina Otieno", "JOY MENSAH")).toBe("JOY MENSAH");
});
