/** All that other nouns may use. */
export { type ChainNetwork, formatPayableMessage, isPayable } from "./addresses/check-address.ts";
export { checksumEvmAddress } from "./addresses/check-address.ts";
export { type KeyOrigin, isKeyOfAddress, parseKeyOrigin } from "./addresses/key-origin.ts";
export type { ChainSettings } from "./settings.ts";
export { ChainError } from "./chains/chain-reader.ts";
export { ethereumTokens } from "./chains/evm-chain.ts";
export { toCoinUnits } from "./chains/core-chain.ts";
export { judgeRail } from "./rail-health/judge-rail.ts";
export { type NodeAddress, askNode, readNodeAddress } from "./chains/node-client.ts";
export type { PaymentNetwork } from "./chains/store.ts";
export { listRailReadings } from "./rail-health/store.ts";
export { type TokenLog, type Tokens, readTokenTransfers, toTokens } from "./chains/token-transfers.ts";
export {
  askTron,
  formatTronAddress,
  openTronNode,
  parseTronAddress,
  parseTronBlock,
  toTronTokens,
  tronTokens,
} from "./chains/tron-chain.ts";
export { createDarajaClient, type DarajaClient, DarajaError } from "./daraja/daraja-client.ts";
export type { OpenedDeposits } from "./module.ts";
export { findCreditedOwner, saveStatementPayment } from "./mpesa/credit-from-statement.ts";
export { handleMpesaEvents } from "./mpesa/handle-events.ts";
export type { MpesaDepositDeps } from "./mpesa/open-mpesa-deposits.ts";
export { readReference } from "./mpesa/mpesa-reference.ts";
export { applyApprovedLateCredit } from "./requests/credit-late-deposit.ts";
export { applyApprovedCredit, prepareHeldDeposit } from "./requests/settle-deposit.ts";
export { prepareHeldPayment } from "./chains/credit-payment.ts";
