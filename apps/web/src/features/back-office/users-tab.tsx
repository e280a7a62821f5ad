import type { AdminUser } from "@wazi/contracts";
import { useState } from "react";
import { formatDay } from "../../lib/format-date.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { TextField } from "../../ui/field.tsx";
import { Money } from "../../ui/money.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Table, type Column } from "../../ui/table.tsx";
import { Tag } from "../../ui/tag.tsx";
import { OwnerCell } from "./owner-cell.tsx";
import { useUsers } from "./users.ts";

const kycWords = { pending: "Pending", approved: "Approved", rejected: "Rejected" } as const;

const columns: readonly Column<AdminUser>[] = [
  { heading: "User", cell: (user) => <OwnerCell user={user} /> },
  { heading: "Country", cell: (user) => user.country },
  { heading: "Balance", align: "right", cell: (user) => <Money value={user.account.balance} /> },
  { heading: "Invested", align: "right", cell: (user) => <Money value={user.account.totalInvested} /> },
  { heading: "Running profit", align: "right", cell: (user) => <Money value={user.account.totalProfit} change /> },
  { heading: "Identity", cell: (user) => kycWords[user.kycStatus] },
  {
    heading: "State",
    cell: (user) => <Tag look={user.isActive ? "gain" : "loss"}>{user.isActive ? "Active" : "Deactivated"}</Tag>,
  },
  { heading: "Joined", cell: (user) => <span className="whitespace-nowrap">{formatDay(user.createdAt)}</span> },
];

export function UsersTab() {
  const [search, setSearch] = useState("");
  const users = useUsers();
  return (
    <div className="grid gap-6">
      <TextField
        label="Search users"
        type="search"
        placeholder="Name, email, phone or country"
        className="max-w-md"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <QueryState
        query={users}
        what="the users"
        loading={<SkeletonRows rows={5} />}
        empty={<EmptyState>Nobody has signed up yet.</EmptyState>}
      >
        {(list) => {
          const found = list.filter((user) => matches(user, search));
          return found.length === 0 ? (
            <EmptyState>Nobody matches “{search}”. Try a part of the name or the email.</EmptyState>
          ) : (
            <Table label="Users" columns={columns} rows={found} />
          );
        }}
      </QueryState>
    </div>
  );
}

function matches(user: AdminUser, search: string): boolean {
  const { firstName, lastName, email, phone, country } = user;
  return `${firstName} ${lastName} ${email} ${phone} ${country}`.toLowerCase().includes(search.trim().toLowerCase());
}
