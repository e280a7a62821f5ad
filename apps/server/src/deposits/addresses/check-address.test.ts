import { describe, expect, it } from "vitest";
import { isPayable, formatPayableMessage, type ChainNetwork } from "./check-address.ts";

/** Examples from BIP173, BIP350, EIP-55 and the coins' own documentation and explorers. */
const mainAddresses: readonly (readonly [ChainNetwork, string])[] = [
  ["BTC", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"],
  ["BTC", "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4"],
  ["BTC", "bc1qeklep85ntjz4605drds6aww9u0qr46qzrv5xswd35uhjuj8ahfcqgf6hak"],
  ["BTC", "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0"],
  ["BTC", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"],
  ["BTC", "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy"],
  ["LTC", "ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh"],
  ["LTC", "LUWPbpM43E2p7ZSh8cyTBEkvpHmr3cB8Ez"],
  ["ERC20", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"],
  ["ERC20", "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed"],
  ["ERC20", "0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED"],
  ["TRC20", "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH"],
  ["TRC20", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"],
];

const testAddresses: readonly (readonly [ChainNetwork, string])[] = [
  ["BTC", "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"],
  ["BTC", "tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c"],
  ["BTC", "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn"],
  ["BTC", "2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc"],
  ["LTC", "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn"],
];

const wrong: readonly (readonly [string, ChainNetwork, string])[] = [
  ["a typing mistake in bech32", "BTC", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5"],
  ["cases mixed in bech32", "BTC", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3T4"],
  ["version 0 with the checksum of version 1", "BTC", "bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47"],
  ["version 1 with the checksum of version 0", "BTC", "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd"],
  ["a segwit version not in use yet", "BTC", "bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs"],
  ["a program of another length", "BTC", "bc1rw5uspcuf"],
  ["a typing mistake in base58", "BTC", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb"],
  ["a truncated address", "BTC", "1A1zP1eP5QGefi2DMPTfTL5SLmv7Divf"],
  ["an address of Litecoin", "BTC", "ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh"],
  ["an address of Tron", "BTC", "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH"],
  ["an address of Bitcoin", "LTC", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"],
  ["an address of Bitcoin in base58", "LTC", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"],
  ["a wrong checksum in the letters' case", "ERC20", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD"],
  ["too few digits", "ERC20", "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae"],
  ["no 0x", "ERC20", "5aaeb6053f3e94c9b9a09f33669435e7ef1beaed"],
  ["an address of Tron", "ERC20", "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH"],
  ["an address of Ethereum", "TRC20", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"],
  ["a typing mistake", "TRC20", "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdh"],
  ["an address of Bitcoin", "TRC20", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"],
  ["nothing", "TRC20", ""],
  ["a sentence", "BTC", "send it to my wallet please"],
];

describe("payout addresses", () => {
  it.each(mainAddresses)("accepts on %s: %s", (network, address) => {
    expect(isPayable(network, address, false)).toBe(true);
    expect(isPayable(network, address, true)).toBe(true);
  });

  it.each(testAddresses)("accepts on %s only in demo mode: %s", (network, address) => {
    expect(isPayable(network, address, true)).toBe(true);
    expect(isPayable(network, address, false)).toBe(false);
  });

  it.each(wrong)("rejects %s on %s", (_what, network, address) => {
    expect(isPayable(network, address, true)).toBe(false);
  });

  it("lists the allowed prefixes in the error message", () => {
    expect(formatPayableMessage("BTC", false)).toBe(
      "Please check the wallet address. On BTC it starts with bc1, 1 or 3. It must be complete and have no typing mistakes.",
    );
    expect(formatPayableMessage("LTC", true)).toContain("ltc1, L, M or 3 (in the demo also with tltc1, m, n, Q or 2)");
    expect(formatPayableMessage("TRC20", true)).toContain("it starts with T. It");
  });
});
