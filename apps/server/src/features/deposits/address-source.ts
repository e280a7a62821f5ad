import type { ChainNetwork } from "../../core/chain-addresses/check-address.ts";

/** Networks that deposits arrive on. */
export type DepositNetwork = ChainNetwork;

/** Gives deposit addresses from extended public keys: there is no private key anywhere near it. */
export interface AddressSource {
  /** True when the keys are this installation's own demo keys, for test networks only. */
  readonly isTest: boolean;
  /** The address number `index` of a network, always the same for the same index. */
  addressAt(network: DepositNetwork, index: number): string;
}
