import { sha256 } from "@noble/hashes/sha2.js";
import { base58check } from "@scure/base";
import { HDKey } from "@scure/bip32";
import { describe, expect, it } from "vitest";
import { listKeyForms, readExtendedPublicKey } from "./extended-public-key.ts";

/** Account m/84'/0'/0' of BIP84's test vectors, as a public and a private key. */
const ZPUB =
  "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs";
const ZPRV =
  "zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpNgYSJA9iefm1yYNZKEm7z6qUWCroSQnE";
/** Accounts m/44'/0'/0' and m/49'/0'/0' of SLIP-0132's test vectors. */
const XPUB =
  "xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj";
const YPUB =
  "ypub6Ww3ibxVfGzLrAH1PNcjyAWenMTbbAosGNB6VvmSEgytSER9azLDWCxoJwW7Ke7icmizBMXrzBx9979FfaHxHcrArf3zbeJJJUZPf663zsP";

const coder = base58check(sha256);

/** Replaces bytes of a key at a position. */
function rewritten(key: string, at: number, bytes: readonly number[]): string {
  const all = coder.decode(key);
  all.set(bytes, at);
  return coder.encode(all);
}

const problemOf = (network: "BTC" | "ERC20", text: string): string => {
  const read = readExtendedPublicKey(network, text);
  return "problem" in read ? read.problem : "none";
};

describe("extended public keys", () => {
  it("accepts each format that wallets use and returns an xpub", () => {
    const read = readExtendedPublicKey("BTC", ZPUB);
    if (!("key" in read)) throw new Error(read.problem);
    expect(read.key).toMatch(/^xpub6/);
    expect(HDKey.fromExtendedKey(read.key).depth).toBe(3);
    expect(readExtendedPublicKey("LTC", ZPUB)).toEqual(read);
    expect(readExtendedPublicKey("LTC", rewritten(ZPUB, 0, [0x01, 0x9d, 0xa4, 0x62]))).toEqual(read);
    for (const network of ["BTC", "LTC", "ERC20", "TRC20"] as const) {
      expect(readExtendedPublicKey(network, XPUB)).toEqual({ key: XPUB });
    }
  });

  it("rejects private keys and never repeats them in a message", { tags: ["watch-only"] }, () => {
    for (const key of [ZPRV, HDKey.fromMasterSeed(new Uint8Array(32)).derive("m/44'/60'/0'").privateExtendedKey]) {
      expect(problemOf("BTC", key)).toMatch(/^is a private key, which must never be on this machine/);
      expect(problemOf("ERC20", key)).not.toContain(key.slice(4, 12));
    }
  });

  it.each([
    ["a typing mistake", `${ZPUB.slice(0, -1)}t`, /typing mistake/],
    ["a cut end", ZPUB.slice(0, 100), /incomplete/],
    ["no key at all", "my wallet", /not an extended key/],
    ["a key of a test network", rewritten(ZPUB, 0, [0x04, 0x5f, 0x1c, 0xf6]), /test network/],
    ["a key of another kind of address", YPUB, /another kind of address/],
    ["a key of the wallet's root", rewritten(XPUB, 4, [0]), /not the key of an account/],
    ["a key off the curve", rewritten(XPUB, 46, Array<number>(32).fill(0xff)), /not a point on the curve/],
  ])("rejects %s", (_what, text, problem) => {
    expect(problemOf("BTC", text)).toMatch(problem);
  });

  it("accepts only an xpub for Ethereum and Tron", () => {
    expect(problemOf("ERC20", ZPUB)).toMatch(/another kind of address than ERC20/);
    expect([listKeyForms("BTC"), listKeyForms("TRC20")]).toEqual(["zpub or xpub", "xpub"]);
  });
});
