import type { ChainNetwork } from "../core/chain-addresses/check-address.ts";
import { extendedKeyForms, readExtendedPublicKey } from "../core/chain-addresses/extended-public-key.ts";
import { optional, Problem, type ParsedEntries } from "./setting-entry.ts";

/** Secret only in that a wrong one is never repeated: somebody may paste the private key of their wallet here. */
function xpubEntry(network: ChainNetwork, variable: string, what: string) {
  return optional({
    variable,
    meaning: `Live mode only, which needs it: the watch-only key that deposit addresses of ${what} are made from.`,
    allowed: `the extended public key of an account: ${extendedKeyForms(network)}`,
    secret: true,
    parse: (text): string | Problem => {
      const read = readExtendedPublicKey(network, text);
      return "key" in read ? read.key : new Problem(read.problem);
    },
  });
}

/** The keys that deposit addresses come from in live mode; a demo makes keys of its own, for test networks. */
export const depositEntries = {
  depositXpubBtc: xpubEntry("BTC", "DEPOSIT_XPUB_BTC", "Bitcoin"),
  depositXpubLtc: xpubEntry("LTC", "DEPOSIT_XPUB_LTC", "Litecoin"),
  depositXpubEth: xpubEntry("ERC20", "DEPOSIT_XPUB_ETH", "Ethereum and its tokens"),
  depositXpubTron: xpubEntry("TRC20", "DEPOSIT_XPUB_TRON", "Tron and its tokens"),
} as const;

type DepositValues = ParsedEntries<typeof depositEntries>;

/** In live mode. */
export function checkDepositEntries(values: DepositValues): string[] {
  const names = Object.keys(depositEntries) as (keyof DepositValues)[];
  return names.flatMap((name) => {
    const { variable, allowed } = depositEntries[name];
    return values[name] === undefined ? [`${variable} is not set. Live mode needs it: ${allowed}.`] : [];
  });
}

/** What `checkDepositEntries` has nothing against. @throws Error where a key is missing: live mode never starts without */
export function depositKeysOf(values: DepositValues): Record<ChainNetwork, string> {
  const { depositXpubBtc: BTC, depositXpubLtc: LTC, depositXpubEth: ERC20, depositXpubTron: TRC20 } = values;
  if (BTC === undefined || LTC === undefined || ERC20 === undefined || TRC20 === undefined) {
    throw new Error("An extended public key for deposits is missing");
  }
  return { BTC, LTC, ERC20, TRC20 };
}
