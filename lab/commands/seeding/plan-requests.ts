import {
  banksByCountry,
  depositCurrencies,
  depositNetworks,
  withdrawalCurrencies,
  withdrawalNetworks,
} from "@wazi/contracts";
import type { Draw } from "./seeded-random.ts";
import type { SeedRow } from "./seed-table-store.ts";

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const BECH32 = "023456789acdefghjklmnpqrstuvwxyz";
const HEXADECIMAL = "0123456789abcdef";

/** Makes a text that looks like an address of the network. No key belongs to it. */
function makeAddress(draw: Draw, network: string): string {
  switch (network) {
    case "TRC20":
      return `T${draw.text(BASE58, 33)}`;
    case "ERC20":
      return `0x${draw.text(HEXADECIMAL, 40)}`;
    case "BTC":
      return `tb1q${draw.text(BECH32, 38)}`;
    default:
      return `tltc1q${draw.text(BECH32, 38)}`;
  }
}

export const makeTransactionHash = (draw: Draw, network: string | null): string =>
  `${network === "ERC20" ? "0x" : ""}${draw.text(HEXADECIMAL, 64)}`;

/** The price of each currency in US dollars. */
const rates: Readonly<Record<string, number>> = { USDT: 1, USDC: 1, ETH: 3_100, BTC: 91_000, LTC: 85 };

const roundAmounts = [100, 100, 100, 150, 200, 250, 300, 500, 500, 750, 1_000, 1_500, 2_500, 5_000] as const;

/** An amount of at least 100 dollars, in cents. */
export function pickDepositCents(draw: Draw): number {
  return draw.happens(75) ? draw.pick(roundAmounts) * 100 : 10_000 + Math.round(draw.aroundMean(60_000));
}

type DepositTerms = Pick<
  SeedRow<"deposits">,
  "currency" | "network" | "walletAddress" | "isTestAddress" | "cryptoAmount" | "rate" | "lateFor"
>;

export function planDepositTerms(draw: Draw, amountCents: number): DepositTerms {
  const currency = draw.happens(70) ? "USDT" : draw.pick(depositCurrencies);
  const network = draw.pick(depositNetworks[currency]);
  const rate = (rates[currency] ?? 1) * (currency.startsWith("USD") ? 1 : 0.8 + 0.4 * draw.fraction());
  return {
    currency,
    network,
    walletAddress: makeAddress(draw, network),
    isTestAddress: true,
    cryptoAmount: (amountCents / 100 / rate).toFixed(8),
    rate: rate.toFixed(8),
    lateFor: null,
  };
}

/** The destination of a withdrawal. */
type PlannedDestination = Pick<SeedRow<"withdrawals">, "withdrawalType" | keyof typeof noDestination>;

const noDestination = {
  currency: null,
  network: null,
  destinationAddress: null,
  country: null,
  bankName: null,
  accountName: null,
  phoneNumber: null,
};

export function planDestination(
  draw: Draw,
  person: { country: string; phone: string; firstName: string; lastName: string },
): PlannedDestination {
  const banks = banksByCountry[person.country];
  const hasMpesa = person.country === "Kenya" || person.country === "Tanzania";
  if (hasMpesa && draw.happens(60)) {
    return { ...noDestination, withdrawalType: "mpesa", country: person.country, phoneNumber: person.phone };
  }
  if (banks && draw.happens(45)) {
    return {
      ...noDestination,
      withdrawalType: "bank",
      country: person.country,
      bankName: draw.pick(banks),
      accountName: `${person.firstName} ${person.lastName}`,
      destinationAddress: draw.text("0123456789", 10),
    };
  }
  const currency = draw.happens(70) ? "USDT" : draw.pick(withdrawalCurrencies);
  const network = draw.pick(withdrawalNetworks[currency]);
  return {
    ...noDestination,
    withdrawalType: "crypto",
    currency,
    network,
    destinationAddress: makeAddress(draw, network),
  };
}
