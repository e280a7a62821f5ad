import type { Person, Submission } from "./plan-people.ts";
import type { DepositTerms, Destination } from "./plan-requests.ts";

/** Rows to write. The fields are named like the columns; amounts are decimal strings, times ISO 8601. */
export interface AccountPlan {
  deposits: DepositPlan[];
  withdrawals: WithdrawalPlan[];
  transactions: TransactionPlan[];
  positions: PositionPlan[];
  audit: AuditPlan[];
}

export interface Plan extends AccountPlan {
  people: Person[];
  submissions: Submission[];
  /** Users to deactivate after all other rows are written. */
  deactivated: string[];
}

interface DepositPlan extends DepositTerms {
  id: string;
  user_id: string;
  amount: string;
  received_amount: string | null;
  transaction_hash: string | null;
  status: string;
  settled_by: string | null;
  settled_at: string | null;
  /** The operation that credited the deposit; null when none did. */
  operation_id: string | null;
  created_at: string;
  updated_at: string;
  version: string;
}

interface WithdrawalPlan extends Destination {
  id: string;
  user_id: string;
  amount: string;
  from_deposit: string;
  from_profit: string;
  transaction_hash: string | null;
  notes: string | null;
  status: string;
  settled_by: string | null;
  settled_at: string | null;
  hidden_at: string | null;
  hidden_by: string | null;
  created_at: string;
  updated_at: string;
  version: string;
}

interface TransactionPlan {
  operation_id: string;
  kind: string;
  actor_id: string;
  posted_at: string;
  entries: { code: string; amount: string }[];
}

interface PositionPlan {
  operation_id: string;
  user_id: string;
  bot_id: string;
  units: string;
  own_deposit: string;
  user_share_pct: number;
  mark: string;
  activated_at: string;
}

export interface AuditPlan {
  actor_id: string;
  action: string;
  subject_type: string;
  subject_id: string;
  before: object;
  after: object;
  address: string;
  happened_at: string;
}
