import type { Cents, ConfirmationStep } from "@wazi/domain";
import type { PayoutDeps } from "../payouts/payout-deps.ts";
import type { ChainSigner, PayingChain, PayingNetwork } from "./paying-chain.ts";

export interface ChainPayoutDeps extends PayoutDeps {
  chains: readonly PayingChain[];
  /** Null: an operator signs files. */
  signer: ChainSigner | null;
  /** The highest network fee of one payout without an administrator's decision. */
  maxNetworkFee: Cents;
  confirmations: Readonly<Record<PayingNetwork, readonly ConfirmationStep[]>>;
}
