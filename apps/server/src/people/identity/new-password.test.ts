import { messages } from "@wazi/contracts";
import { describe, expect, it } from "vitest";
import { AppError } from "../../platform/base/app-error.ts";
import { checkNewPassword, findPasswordWeakness } from "./new-password.ts";

const amina = { email: "amina.otieno7@example.com", firstName: "Amina", lastName: "Otieno" };

describe("a new password", () => {
  it.each([
    "Password1!",
    "P@ssw0rd1!",
    "password",
    "Qwerty123!",
    "!!Welcome2026",
    "Dragon-99",
    "Letmein1!",
    "Ｐａｓｓｗｏｒｄ1!",
  ])("is not a common one: %s", { tags: ["S12"] }, (password) => {
    expect(findPasswordWeakness(password, amina)).toBe(messages.passwordCommon);
  });

  it.each([
    "Wazi2026!",
    "W@zi-Wazi1",
    "amina.otieno7@example.com",
    "Amina.Otieno7@example.com",
    "Otieno-1990",
    "4mina!Otieno",
    "Otieno7.2026",
  ])("is not made of what the person typed elsewhere: %s", { tags: ["S12"] }, (password) => {
    expect(findPasswordWeakness(password, amina)).toBe(messages.passwordFromContext);
  });

  it.each([
    "Correct-h0rse!",
    "Correct-horse1",
    "Admin-passw0rd!",
    "An0ther-horse!",
    "Str0ng!Pass",
    "Sup3rSecret!",
    "Amina drinks 3 teas",
    "Xk9#mQ2v",
    "ヒマワリの花が7本!Aa",
    `Aa1!${"x".repeat(60)}`,
  ])("may be %s", (password) => {
    expect(findPasswordWeakness(password, amina)).toBeNull();
  });

  it("is refused at its field", () => {
    const refuse = () => checkNewPassword("Password1!", {}, "newPassword");
    expect(refuse).toThrow(AppError);
    expect(refuse).toThrow(expect.objectContaining({ details: { fields: { newPassword: messages.passwordCommon } } }));
    expect(() => checkNewPassword("Password1!", {})).toThrow(
      expect.objectContaining({ code: "VALIDATION", details: { fields: { password: messages.passwordCommon } } }),
    );
  });
});
