import type { ChainNetwork } from "./addresses/check-address.ts";
import { listKeyForms, readExtendedPublicKey } from "./addresses/extended-public-key.ts";
import { optional, Problem, type ParsedEntries } from "../platform/settings/setting-entry.ts";

/** Marked as secret so that the error never repeats it: the operator may have pasted a private key by mistake. */
function xpubEntry(network: ChainNetwork, variable: string, what: string) {
  return optional({
    variable,
    meaning: `The watch-only key for deposit addresses of ${what}. Live mode needs it; a demo ignores it.`,
    allowed: `the extended public key of an account: ${listKeyForms(network)}`,
    secret: true,
    parse: (text): string | Problem => {
      const read = readExtendedPublicKey(network, text);
      return "key" in read ? read.key : new Problem(read.problem);
    },
  });
}

/** The keys for deposit addresses in live mode. A demo generates its own keys, for test networks. */
export const depositEntries = {
  depositXpubBtc: xpubEntry("BTC", "DEPOSIT_XPUB_BTC", "Bitcoin"),
  depositXpubLtc: xpubEntry("LTC", "DEPOSIT_XPUB_LTC", "Litecoin"),
  depositXpubEth: xpubEntry("ERC20", "DEPOSIT_XPUB_ETH", "Ethereum and its tokens"),
  depositXpubTron: xpubEntry("TRC20", "DEPOSIT_XPUB_TRON", "Tron and its tokens"),
} as const;

type DepositValues = ParsedEntries<typeof depositEntries>;

/** Live mode needs all of them. Returns one line for each that is missing. */
export function checkDepositEntries(values: DepositValues): string[] {
  const names = Object.keys(depositEntries) as (keyof DepositValues)[];
  return names.flatMap((name) => {
    const { variable, allowed } = depositEntries[name];
    return values[name] === undefined ? [`${variable} is not set. Live mode needs it. Allowed: ${allowed}.`] : [];
  });
}

/** @throws Error when a key is missing; `checkDepositEntries` reports that at start */
export function toDepositKeys(values: DepositValues): Record<ChainNetwork, string> {
  const { depositXpubBtc: BTC, depositXpubLtc: LTC, depositXpubEth: ERC20, depositXpubTron: TRC20 } = values;
  if (BTC === undefined || LTC === undefined || ERC20 === undefined || TRC20 === undefined) {
    throw new Error("An extended public key for deposits is missing");
  }
  return { BTC, LTC, ERC20, TRC20 };
}
