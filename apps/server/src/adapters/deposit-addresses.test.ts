import { HDKey } from "@scure/bip32";
import { describe, expect, it } from "vitest";
import { deriveAddressesFrom, makeDemoKeys } from "./deposit-addresses.ts";

/** Seed of the mnemonic "abandon … about", which BIP84 and many wallets publish their vectors for. */
const seed = Uint8Array.from(
  Buffer.from(
    "5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4",
    "hex",
  ),
);
const accountKey = (path: string): string => HDKey.fromMasterSeed(seed).derive(path).publicExtendedKey;

describe("deposit addresses", () => {
  const source = deriveAddressesFrom(
    {
      BTC: accountKey("m/84'/0'/0'"),
      LTC: accountKey("m/84'/2'/0'"),
      ERC20: accountKey("m/44'/60'/0'"),
      TRC20: accountKey("m/44'/195'/0'"),
    },
    false,
  );

  it.each([
    ["BTC", 0, "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"],
    ["BTC", 1, "bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g"],
    ["LTC", 0, "ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh"],
    ["ERC20", 0, "0x9858EfFD232B4033E47d90003D41EC34EcaEda94"],
    ["TRC20", 0, "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH"],
  ] as const)("of %s number %s are the published ones", (network, index, address) => {
    expect(source.addressAt(network, index)).toBe(address);
  });

  it("of the demo are of test networks, and each of its own", () => {
    const demo = deriveAddressesFrom(makeDemoKeys(seed), true);
    expect(demo.addressAt("BTC", 0)).toMatch(/^tb1q/);
    expect(demo.addressAt("LTC", 0)).toMatch(/^tltc1q/);
    const addresses = (["BTC", "LTC", "ERC20", "TRC20"] as const).flatMap((network) =>
      Array.from({ length: 20 }, (_, index) => demo.addressAt(network, index)),
    );
    expect(new Set(addresses).size).toBe(80);
  });
});
