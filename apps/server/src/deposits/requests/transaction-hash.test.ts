import { describe, expect, it } from "vitest";
import { formatTransactionHash, readPaymentReference, readTransactionHash } from "./transaction-hash.ts";

const HASH = "a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90";

describe("a transaction hash", () => {
  it.each([
    HASH,
    HASH.toUpperCase(),
    ` ${HASH}\n`,
    `${HASH.slice(0, 30)} ${HASH.slice(30)}`,
    `${HASH.slice(0, 30)}\u200b\u00ad${HASH.slice(30)}\ufeff`,
    HASH.replace("a", "\uff41").replace("1", "\uff11"),
    `https://tronscan.org/#/transaction/${HASH}`,
    `https://mempool.space/tx/${HASH}/?from=mail#flow`,
  ])("is the same in every spelling: %j", (typed) => {
    expect(readTransactionHash(typed, false)).toBe(HASH);
    expect(readTransactionHash(typed, true)).toBe(HASH);
  });

  it.each([`0x${HASH}`, `0X${HASH}`])("keeps its 0x: %s", (typed) => {
    expect(readTransactionHash(typed, true)).toBe(`0x${HASH}`);
  });

  it.each([
    `${HASH}#1`,
    `${HASH}-1`,
    `${HASH}0`,
    `x${HASH}`,
    `0x0x${HASH}`,
    `0x0X0x${HASH}`,
    `${HASH}.${HASH}`,
    "",
    "#",
    `hash=${HASH}`,
    `https://x.example/${HASH}/${HASH}`,
  ])("is not %j", (typed) => {
    expect(() => readTransactionHash(typed, false)).toThrow(/Please enter the transaction hash/);
    expect(() => readTransactionHash(typed, true)).toThrow(/Please enter the transaction hash/);
  });

  it("may be another text in a demo only", () => {
    expect(readTransactionHash("Demo-Payment 7", true)).toBe("Demo-Payment7");
    expect(() => readTransactionHash("demo-payment7", false)).toThrow();
  });

  it("is the receipt of a payment by M-Pesa", () => {
    for (const typed of ["SGR1234567", " sgr1234567\n", "\uff33GR1234567"]) {
      expect(readPaymentReference(typed, "MPESA", false)).toBe("SGR1234567");
    }
    for (const typed of [HASH, "SGR123456", "SGR-123456", ""]) {
      expect(() => readPaymentReference(typed, "MPESA", false)).toThrow(/Please enter the M-Pesa receipt/);
    }
    expect(() => readPaymentReference("SGR1234567", "TRC20", false)).toThrow(/Please enter the transaction hash/);
    expect(readPaymentReference("paper-7", "MPESA", true)).toBe("paper-7");
  });

  it("is shown as its network's wallets show it", () => {
    expect(formatTransactionHash(HASH, "ERC20")).toBe(`0x${HASH}`);
    expect(formatTransactionHash(`0x${HASH}`, "TRC20")).toBe(HASH);
    expect(formatTransactionHash("demo-payment7", "ERC20")).toBe("demo-payment7");
  });
});
