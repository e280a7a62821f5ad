import { exportUsers, kycStatuses, userSorts, type AdminUser } from "@wazi/contracts";
import { useMemo, useRef, useState } from "react";
import { useLocation } from "wouter";
import { getKycState, kycLabels } from "../person/kyc-labels.ts";
import { RecordChoice, RecordSearch, type Choice } from "../records/record-filters.tsx";
import { RecordList } from "../records/record-list.tsx";
import { useRecordAddress } from "../records/use-record-address.ts";
import { useUsers } from "./api.ts";
import { UserActionDialog, type UserAction } from "./user-action-dialog.tsx";
import { userColumns } from "./user-columns.tsx";

/** Newest first by default. */
const sorts = ["-createdAt", ...userSorts.filter((sort) => sort !== "-createdAt")] as const;
const states = ["active", "deactivated"] as const;
const rules = { filters: { search: "text", status: states, kycStatus: kycStatuses }, sorts } as const;

const orders: readonly Choice[] = [
  { value: "-createdAt", label: "Newest first" },
  { value: "createdAt", label: "Oldest first" },
  { value: "name", label: "Name, A to Z" },
  { value: "-name", label: "Name, Z to A" },
  { value: "-balance", label: "Largest balance first" },
  { value: "balance", label: "Smallest balance first" },
  { value: "-totalInvested", label: "Most invested first" },
  { value: "totalInvested", label: "Least invested first" },
  { value: "-lastLoginAt", label: "Latest sign-in first" },
  { value: "lastLoginAt", label: "Oldest sign-in first" },
];

/** The server uses one status for both. */
const kycChoices = { ...kycLabels, pending: "Pending or not submitted" };

/** Running profit changes with every price, so it does not highlight a row. */
function getChangeKey(user: AdminUser): string {
  const { firstName, lastName, isActive, account } = user;
  return [firstName, lastName, getKycState(user), isActive, account.balance, account.totalInvested].join(" ");
}

export function UsersTab() {
  const search = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<{ action: UserAction; user: AdminUser } | null>(null);
  const [, navigate] = useLocation();
  const address = useRecordAddress(rules);
  const query = useUsers(address.pageQuery);
  const columns = useMemo(() => userColumns((action, user) => setOpen({ action, user })), []);
  return (
    <>
      <RecordList
        label="Users"
        what="the users"
        empty="No users yet."
        query={query}
        address={address}
        columns={columns}
        orders={orders}
        csvPath={exportUsers.path}
        getChangeKey={getChangeKey}
        search={search}
        onOpen={({ id }) => navigate(`/admin/users/${id}`)}
        filters={
          <>
            <RecordSearch
              ref={search}
              address={address}
              label="Search users"
              placeholder="Name, email, phone or country"
            />
            <RecordChoice
              address={address}
              name="status"
              label="Status"
              any="Any status"
              choices={[
                { value: "active", label: "Active" },
                { value: "deactivated", label: "Deactivated" },
              ]}
            />
            <RecordChoice
              address={address}
              name="kycStatus"
              label="KYC"
              any="Any KYC status"
              choices={kycStatuses.map((value) => ({ value, label: kycChoices[value] }))}
            />
          </>
        }
      />
      {open === null ? null : <UserActionDialog action={open.action} user={open.user} onClose={() => setOpen(null)} />}
    </>
  );
}
