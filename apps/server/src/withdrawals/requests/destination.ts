import { withdrawalDestination, type BodyOf, type createWithdrawal, type WithdrawalDestination } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { isPayable, formatPayableMessage } from "../../deposits/api.ts";
import type { WithdrawalRow } from "./store.ts";

/** The destination's columns; those that its type does not use are null. */
export type Destination = Pick<
  WithdrawalRow,
  | "withdrawalType"
  | "currency"
  | "network"
  | "destinationAddress"
  | "country"
  | "bankName"
  | "accountName"
  | "phoneNumber"
>;

/**
 * Checks a destination by the contract's rules and the checksum of a wallet address.
 * @param takesTestNetworks true if addresses of test networks are accepted, as in demo mode
 * @throws AppError VALIDATION naming the first field that is missing or wrong
 */
export function parseDestination(
  body: Omit<BodyOf<typeof createWithdrawal>, "amount">,
  takesTestNetworks: boolean,
): Destination {
  const { data: destination, error } = withdrawalDestination.safeParse(body);
  if (destination === undefined) {
    const [issue] = error.issues;
    throw invalid(issue?.message ?? "", String(issue?.path[0] ?? "withdrawalType"));
  }
  refuseUnpayable(destination, takesTestNetworks);
  return {
    currency: null,
    network: null,
    destinationAddress: null,
    country: null,
    bankName: null,
    accountName: null,
    phoneNumber: null,
    ...destination,
  };
}

function refuseUnpayable(destination: WithdrawalDestination, takesTestNetworks: boolean): void {
  if (destination.withdrawalType !== "crypto") return;
  const { network, destinationAddress } = destination;
  if (isPayable(network, destinationAddress, takesTestNetworks)) return;
  throw invalid(formatPayableMessage(network, takesTestNetworks), "destinationAddress");
}

const invalid = (message: string, field: string): AppError =>
  new AppError("VALIDATION", message, { fields: { [field]: message } });
