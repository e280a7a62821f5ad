import type { ChainNetwork } from "../addresses/check-address.ts";

/** Networks that deposits arrive on. */
export type DepositNetwork = ChainNetwork;

/** Derives deposit addresses from extended public keys. It has no access to private keys. */
export interface AddressSource {
  /** True for this installation's demo keys, which are for test networks only. */
  readonly isTest: boolean;
  /** The same index always gives the same address. */
  addressAt(network: DepositNetwork, index: number): string;
}
