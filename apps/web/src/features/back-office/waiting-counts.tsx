import { ThreadFigures } from "../../ui/thread-figures.tsx";
import { useAllDeposits } from "./deposits/all-deposits.ts";
import { useAllWithdrawals } from "./withdrawals/all-withdrawals.ts";
import { useUsers } from "./users/users.ts";

/** The three figures at the head of the back office, counted from the lists below them. */
export function WaitingCounts() {
  const users = useUsers();
  const deposits = useAllDeposits();
  const withdrawals = useAllWithdrawals();
  return (
    <ThreadFigures
      figures={[
        {
          label: "Total Users",
          figure: <Count value={users.data?.length} testId="total-users" />,
          working: "Investors; administrators are not counted",
        },
        {
          label: "Pending Deposits",
          figure: <Count value={countPending(deposits.data)} testId="pending-deposits" />,
          working: "Wait for you to approve or reject",
        },
        {
          label: "Pending Withdrawals",
          figure: <Count value={countPending(withdrawals.data)} testId="pending-withdrawals" />,
          working: "Wait for you to pay out or reject",
        },
      ]}
    />
  );
}

export function countPending(rows: readonly { status: string }[] | undefined): number | undefined {
  return rows?.filter(({ status }) => status === "pending").length;
}

function Count({ value, testId }: { value: number | undefined; testId: string }) {
  return (
    <span className="figure" data-testid={testId}>
      {value === undefined ? "–" : value.toLocaleString("en-US")}
    </span>
  );
}
