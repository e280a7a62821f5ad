import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** Adds the EIP-55 checksum to an Ethereum address by the case of its letters. @param hex 40 digits in any case */
export function checksumEvmAddress(hex: string): string {
  const plain = hex.toLowerCase();
  const hash = bytesToHex(keccak_256(new TextEncoder().encode(plain)));
  const letters = [...plain].map((letter, index) =>
    parseInt(hash[index] ?? "0", 16) >= 8 ? letter.toUpperCase() : letter,
  );
  return `0x${letters.join("")}`;
}
