import type { Deposit } from "@wazi/contracts";
import { Tag } from "../../ui/tag.tsx";

const words = { pending: "Pending", completed: "Completed", failed: "Failed" } as const;
const looks = { pending: "wait", completed: "gain", failed: "loss" } as const;

export function DepositStatus({ status }: { status: Deposit["status"] }) {
  return <Tag look={looks[status]}>{words[status]}</Tag>;
}
