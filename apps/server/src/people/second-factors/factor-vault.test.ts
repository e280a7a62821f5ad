import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createFactorVault } from "./factor-vault.ts";
import { createRecoveryCodes, hashRecoveryCode } from "./recovery-codes.ts";

describe("the vault of second factors", () => {
  const [old, newest] = [randomBytes(32), randomBytes(32)];

  test("opens a secret only under its name, and with its key", () => {
    const vault = createFactorVault([newest]);
    const sealed = vault.seal("authenticator:a", Buffer.from("secret"));
    expect(vault.open("authenticator:a", sealed).toString()).toBe("secret");
    expect(() => vault.open("authenticator:b", sealed)).toThrow();
    expect(() => createFactorVault([old]).open("authenticator:a", sealed)).toThrow("missing");
    sealed[sealed.length - 1]! ^= 1;
    expect(() => vault.open("authenticator:a", sealed)).toThrow();
  });

  test("opens older secrets after a change of keys, and sees that they are old", () => {
    const sealed = createFactorVault([old]).seal("x", Buffer.from("secret"));
    const rotated = createFactorVault([newest, old]);
    expect(rotated.open("x", sealed).toString()).toBe("secret");
    expect(rotated.isSealedWithNewest(sealed)).toBe(false);
    expect(rotated.isSealedWithNewest(rotated.seal("x", Buffer.from("secret")))).toBe(true);
  });
});

describe("recovery codes", () => {
  test("are ten random codes of 60 bits, and forgive how they are typed", { tags: ["S21"] }, () => {
    const { codes, key } = createRecoveryCodes();
    expect(codes).toHaveLength(10);
    for (const code of codes)
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    const hash = hashRecoveryCode(key, "10AB-CDEF-GHJK");
    expect(hashRecoveryCode(key, " iOab cdef ghjk ").equals(hash)).toBe(true);
    expect(hashRecoveryCode(createRecoveryCodes().key, "10AB-CDEF-GHJK").equals(hash)).toBe(false);
  });
});
