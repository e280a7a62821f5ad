import { investorAccount } from "@wazi/domain";
import { createOperationId, type Operation } from "../../ledger/api.ts";

interface Choice {
  isOn: boolean;
  /** Null when the setting ended it. */
  actorId: string | null;
  legalBasis: string | null;
  /** The client's address, for the audit log. */
  address: string | null;
}

/**
 * Posts what an investor's balance earned until the end of yesterday, and then turns interest on or off if there is a choice. The
 * ledger's door reckons the amount under its locks (platform/db/functions/balance-interest.sql), so running it again posts nothing more.
 */
export function buildInterestOperation(userId: string, choice: Choice | null): Operation {
  const { isOn = true, actorId = null, legalBasis = null, address = null } = choice ?? {};
  return {
    operationId: createOperationId(),
    locks: { pools: {}, accounts: [investorAccount(userId, "deposit_funds")] },
    expects: {},
    writes: { balanceInterest: [{ userId, isOn, actorId, legalBasis, address, postsOnly: choice === null }] },
  };
}
