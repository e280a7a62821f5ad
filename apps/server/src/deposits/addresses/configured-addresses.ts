import { secp256k1 } from "@noble/curves/secp256k1.js";
import { ripemd160 } from "@noble/hashes/legacy.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { base58check, bech32 } from "@scure/base";
import { HDKey } from "@scure/bip32";
import { type ChainNetwork, checksumEvmAddress } from "./check-address.ts";

/** One extended public key per network; receiving addresses are its children 0/index (BIP32, BIP44, BIP84). */
export type ExtendedPublicKeys = Record<DepositNetwork, string>;

/** BIP84 for BTC and LTC, BIP44 for the others; coin type 1 is "any test network". */
const testAccountPaths: Record<DepositNetwork, string> = {
  BTC: "m/84'/1'/0'",
  LTC: "m/84'/1'/1'",
  ERC20: "m/44'/1'/0'",
  TRC20: "m/44'/1'/1'",
};

/**
 * Creates extended public keys for the demo mode of one installation. The seed is not stored, so money sent to these
 * addresses is lost. They use test networks for that reason.
 */
export function makeDemoKeys(seed: Uint8Array): ExtendedPublicKeys {
  const root = HDKey.fromMasterSeed(seed);
  const keyOf = (network: DepositNetwork): string => root.derive(testAccountPaths[network]).publicExtendedKey;
  return { BTC: keyOf("BTC"), LTC: keyOf("LTC"), ERC20: keyOf("ERC20"), TRC20: keyOf("TRC20") };
}

/** Derives addresses from extended public keys, with test-network prefixes when `isTest` is true. */
export function createAddressSource(keys: ExtendedPublicKeys, isTest: boolean): AddressSource {
  const accounts = new Map<DepositNetwork, HDKey>();
  const accountOf = (network: DepositNetwork): HDKey => {
    const account = accounts.get(network) ?? HDKey.fromExtendedKey(keys[network]);
    accounts.set(network, account);
    return account;
  };
  return {
    isTest,
    addressAt(network, index) {
      const { publicKey } = accountOf(network).deriveChild(0).deriveChild(index);
      if (!publicKey) throw new Error(`No extended public key for ${network}`);
      return encodeAddress(network, publicKey, isTest);
    },
  };
}

function encodeAddress(network: DepositNetwork, publicKey: Uint8Array, isTest: boolean): string {
  switch (network) {
    case "BTC":
      return segwitAddress(isTest ? "tb" : "bc", publicKey);
    case "LTC":
      return segwitAddress(isTest ? "tltc" : "ltc", publicKey);
    case "ERC20":
      return checksumEvmAddress(bytesToHex(evmBytes(publicKey)));
    case "TRC20":
      return base58check(sha256).encode(Uint8Array.of(0x41, ...evmBytes(publicKey)));
  }
}

/** Pay to witness public key hash, version 0 (BIP141, BIP173). */
function segwitAddress(prefix: string, publicKey: Uint8Array): string {
  return bech32.encode(prefix, [0, ...bech32.toWords(ripemd160(sha256(publicKey)))]);
}

/** The last 20 bytes of the Keccak hash of the uncompressed key. */
function evmBytes(publicKey: Uint8Array): Uint8Array {
  const uncompressed = secp256k1.Point.fromBytes(publicKey).toBytes(false);
  return keccak_256(uncompressed.slice(1)).slice(-20);
}

/** Networks that deposits arrive on. */
export type DepositNetwork = ChainNetwork;

/** Derives deposit addresses from extended public keys. It has no access to private keys. */
export interface AddressSource {
  /** True for this installation's demo keys, which are for test networks only. */
  readonly isTest: boolean;
  /** The same index always gives the same address. */
  addressAt(network: DepositNetwork, index: number): string;
}
