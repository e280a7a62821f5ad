/** Networks that deposits arrive on. */
export type DepositNetwork = "TRC20" | "ERC20" | "BTC" | "LTC";

/** Gives deposit addresses from extended public keys: there is no private key anywhere near it. */
export interface AddressSource {
  /** True when the keys are this installation's own demo keys, for test networks only. */
  readonly isTest: boolean;
  /** The address number `index` of a network, always the same for the same index. */
  addressAt(network: DepositNetwork, index: number): string;
}
