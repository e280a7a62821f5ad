import type { Withdrawal } from "@wazi/contracts";
import { Tag } from "../../ui/tag.tsx";

const words = { pending: "Pending", processing: "Processing", completed: "Processed", rejected: "Rejected" } as const;
const looks = { pending: "wait", processing: "wait", completed: "gain", rejected: "loss" } as const;

/** A completed withdrawal is called processed. */
export function WithdrawalStatus({ status }: { status: Withdrawal["status"] }) {
  return <Tag look={looks[status]}>{words[status]}</Tag>;
}
