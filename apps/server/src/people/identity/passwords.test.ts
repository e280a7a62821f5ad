import { hash } from "@node-rs/argon2";
import { describe, expect, test } from "vitest";
import { AppError } from "../../platform/base/app-error.ts";
import { createPasswordHasher, isWeakHash, DUMMY_HASH } from "./passwords.ts";

describe("passwords", () => {
  test("are kept as argon2id with 19 MiB, two passes, one lane", { tags: ["S10", "argon2id"] }, async () => {
    const hashed = await createPasswordHasher().hash("Correct-horse1");
    expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(DUMMY_HASH).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test("are compared in full, without truncation and with normalized accents", { tags: ["S11"] }, async () => {
    const hasher = createPasswordHasher();
    const long = "é!A1".repeat(20);
    const hashed = await hasher.hash(long);
    expect(await hasher.verify(hashed, long)).toBe(true);
    expect(await hasher.verify(hashed, long.normalize("NFD"))).toBe(true);
    expect(await hasher.verify(hashed, `${long}x`)).toBe(false);
    expect(await hasher.verify(hashed, long.slice(0, -1))).toBe(false);
    expect(await hasher.verify(DUMMY_HASH, "")).toBe(false);
  });

  test("detects weaker hashes", async () => {
    expect(isWeakHash(DUMMY_HASH)).toBe(false);
    expect(isWeakHash(await hash("x", { memoryCost: 4096, timeCost: 2 }))).toBe(true);
  });

  test("are hashed a few at a time, and a full queue refuses at once", { tags: ["S18"] }, async () => {
    const hasher = createPasswordHasher({ concurrency: 1, maxWaiting: 3 });
    const results = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => hasher.hash(`password ${n}`)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
    const refusals = results.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
    for (const refusal of refusals) {
      expect(refusal).toBeInstanceOf(AppError);
      expect(refusal).toMatchObject({ code: "BUSY", details: { retryAfterSeconds: 2 } });
    }
    await expect(hasher.hash("the queue is empty again")).resolves.toContain("argon2id");
  });
});
