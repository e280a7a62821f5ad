import type { AdminUser } from "@wazi/contracts";
import { useState } from "react";
import { formatDay } from "../../../lib/format-date.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Money } from "../../../ui/money.tsx";
import { QueryState } from "../../../ui/query-state.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { Table, type Column } from "../../../ui/table.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { kycLooks, kycWords } from "./kyc-words.ts";
import { nameOf, OwnerCell } from "../owner-cell.tsx";
import { UserActionDialog, UserActions, type UserAction } from "./user-actions.tsx";
import { useUsers } from "./users.ts";

type Open = { action: UserAction; user: AdminUser } | null;

function columnsWith(open: (next: Open) => void): readonly Column<AdminUser>[] {
  return [
    {
      heading: "User",
      cell: (user) => (
        <>
          <OwnerCell user={user} />
          <span className="block text-muted">
            {user.country}, since {formatDay(user.createdAt)}
          </span>
        </>
      ),
    },
    { heading: "Balance", align: "right", cell: (user) => <Money value={user.account.balance} /> },
    { heading: "Invested", align: "right", cell: (user) => <Money value={user.account.totalInvested} /> },
    { heading: "Running profit", align: "right", cell: (user) => <Money value={user.account.totalProfit} change /> },
    {
      heading: "KYC",
      cell: (user) => (
        <button
          type="button"
          aria-label={`Change KYC status of ${nameOf(user)}, now ${kycWords[user.kycStatus]}`}
          onClick={() => open({ action: "kyc", user })}
          className="group inline-flex min-h-11 items-center gap-2 rounded-sm"
        >
          <Tag look={kycLooks[user.kycStatus]}>{kycWords[user.kycStatus]}</Tag>
          <span className="text-muted underline underline-offset-4 group-hover:text-primary">Change</span>
        </button>
      ),
    },
    {
      heading: "State",
      cell: (user) => <Tag look={user.isActive ? "gain" : "loss"}>{user.isActive ? "Active" : "Deactivated"}</Tag>,
    },
    {
      heading: "Actions",
      align: "right",
      cell: (user) => <UserActions user={user} onChoose={(action) => open({ action, user })} />,
    },
  ];
}

export function UsersTab() {
  const [search, setSearch] = useState("");
  const [open, setOpen] = useState<Open>(null);
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
            <Table label="Users" columns={columnsWith(setOpen)} rows={found} />
          );
        }}
      </QueryState>
      {open === null ? null : <UserActionDialog action={open.action} user={open.user} onClose={() => setOpen(null)} />}
    </div>
  );
}

function matches(user: AdminUser, search: string): boolean {
  const { firstName, lastName, email, phone, country } = user;
  return `${firstName} ${lastName} ${email} ${phone} ${country}`.toLowerCase().includes(search.trim().toLowerCase());
}
