import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** An address of Ethereum with the checksum in the case of its letters (EIP-55). @param hex its 40 digits, of any case */
export function checksumEvmAddress(hex: string): string {
  const plain = hex.toLowerCase();
  const hash = bytesToHex(keccak_256(new TextEncoder().encode(plain)));
  const letters = [...plain].map((letter, index) =>
    parseInt(hash[index] ?? "0", 16) >= 8 ? letter.toUpperCase() : letter,
  );
  return `0x${letters.join("")}`;
}
