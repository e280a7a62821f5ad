import { bytesToHex } from "@noble/hashes/utils.js";
import { HDKey } from "@scure/bip32";
import { expect, it } from "vitest";
import { HARDENED, isKeyOfAddress, parseKeyOrigin } from "./key-origin.ts";

/** The first receiving address of the test vectors of BIP84. */
const PUBLIC_KEY = "0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c";
const ADDRESS = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu";

it("reads a key with its origin, in both ways of writing hardened steps", () => {
  for (const path of ["84h/0h/0h/0/0", "84'/0'/0'/0/0"]) {
    expect(parseKeyOrigin(`[73c5da0a/${path}]${PUBLIC_KEY}`)).toEqual({
      fingerprint: 0x73c5da0a,
      path: [84 + HARDENED, HARDENED, HARDENED, 0, 0],
      publicKey: PUBLIC_KEY,
    });
  }
});

it("refuses other texts", () => {
  const wrong = [PUBLIC_KEY, `[73c5da0a]${PUBLIC_KEY}`, `[73c5da0a/0]${PUBLIC_KEY}0`, `[73c5da0/0]${PUBLIC_KEY}`];
  for (const text of [...wrong, `[73c5da0a/2147483648]${PUBLIC_KEY}`, ""]) expect(parseKeyOrigin(text)).toBeNull();
});

it("compares the key with an address", () => {
  const origin = parseKeyOrigin(`[73c5da0a/84h/0h/0h/0/0]${PUBLIC_KEY}`)!;
  expect(isKeyOfAddress(origin, ADDRESS)).toBe(true);
  expect(isKeyOfAddress(origin, "bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g")).toBe(false);
  expect(isKeyOfAddress(origin, "no address")).toBe(false);
  const other = HDKey.fromMasterSeed(new Uint8Array(32).fill(1)).publicKey!;
  expect(isKeyOfAddress({ ...origin, publicKey: bytesToHex(other) }, ADDRESS)).toBe(false);
});
