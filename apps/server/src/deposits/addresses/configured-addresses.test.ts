import { pbkdf2Sync } from "node:crypto";
import { HDKey } from "@scure/bip32";
import { describe, expect, it } from "vitest";
import { readExtendedPublicKey } from "./extended-public-key.ts";
import { isPayable } from "./check-address.ts";
import { createAddressSource, type DepositNetwork, makeDemoKeys } from "./configured-addresses.ts";

/** The seed of a mnemonic (BIP39, no passphrase). */
const seedOf = (mnemonic: string): Uint8Array => pbkdf2Sync(mnemonic, "mnemonic", 2048, 64, "sha512");

/** The mnemonic of the test vectors of BIP84, SLIP-0132 and many wallets. */
const seed = seedOf(`${"abandon ".repeat(11)}about`);
/** The mnemonic of Ethereum development chains. */
const junkSeed = seedOf(`${"test ".repeat(11)}junk`);
const accountKey = (path: string, from = seed): string => HDKey.fromMasterSeed(from).derive(path).publicExtendedKey;

const networks = ["BTC", "LTC", "ERC20", "TRC20"] as const satisfies readonly DepositNetwork[];

describe("child keys of an extended public key", () => {
  it.each([
    [
      "BIP32 vector 1, m/0' to m/0'/1",
      "xpub68Gmy5EdvgibQVfPdqkBBCHxA5htiqg55crXYuXoQRKfDBFA1WEjWgP6LHhwBZeNK1VTsfTFUHCdrfp1bgwQ9xv5ski8PX9rL2dZXvgGDnw",
      1,
      "xpub6ASuArnXKPbfEwhqN6e3mwBcDTgzisQN1wXN9BJcM47sSikHjJf3UFHKkNAWbWMiGj7Wf5uMash7SyYq527Hqck2AxYysAA7xmALppuCkwQ",
    ],
    [
      "BIP32 vector 2, m to m/0",
      "xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB",
      0,
      "xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH",
    ],
  ])("match %s", (_vector, parent, index, child) => {
    expect(HDKey.fromExtendedKey(parent).deriveChild(index).publicExtendedKey).toBe(child);
  });
});

describe("deposit addresses", () => {
  const source = createAddressSource(
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
  ] as const)("match the published vector for %s number %s", (network, index, address) => {
    expect(source.addressAt(network, index)).toBe(address);
  });

  it.each([
    [0, "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"],
    [1, "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"],
    [2, "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"],
  ])("match the development chains for ERC20 number %s", (index, address) => {
    const key = accountKey("m/44'/60'/0'", junkSeed);
    expect(createAddressSource({ BTC: key, LTC: key, ERC20: key, TRC20: key }, false).addressAt("ERC20", index)).toBe(
      address,
    );
  });

  it("accept the zpub form that wallets show (BIP84)", () => {
    const zpub =
      "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs";
    const read = readExtendedPublicKey("BTC", zpub);
    if (!("key" in read)) throw new Error(read.problem);
    expect(read.key).toBe(accountKey("m/84'/0'/0'"));
    const { key } = read;
    expect(createAddressSource({ BTC: key, LTC: key, ERC20: key, TRC20: key }, false).addressAt("BTC", 1)).toBe(
      "bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g",
    );
  });

  it("are unique test-network addresses in demo mode", () => {
    const demo = createAddressSource(makeDemoKeys(seed), true);
    expect(demo.addressAt("BTC", 0)).toMatch(/^tb1q/);
    expect(demo.addressAt("LTC", 0)).toMatch(/^tltc1q/);
    const addresses = networks.flatMap((network) =>
      Array.from({ length: 20 }, (_, index) => demo.addressAt(network, index)),
    );
    expect(new Set(addresses).size).toBe(80);
  });

  it("pass the check for withdrawal addresses on their network", () => {
    const demo = createAddressSource(makeDemoKeys(seed), true);
    for (const network of networks) {
      expect(isPayable(network, source.addressAt(network, 7), false)).toBe(true);
      expect(isPayable(network, demo.addressAt(network, 7), true)).toBe(true);
    }
    expect(isPayable("BTC", demo.addressAt("BTC", 7), false)).toBe(false);
  });
});
