import { exportUsers, kycStatuses, userSorts, type AdminUser } from "@wazi/contracts";
import { useMemo, useRef, useState } from "react";
import { useLocation } from "wouter";
import { getKycState, kycLabels } from "../../../office/person/kyc-labels.ts";
import { RecordChoice, RecordSearch, type Choice } from "../../../office/records/record-filters.tsx";
import { RecordList } from "../../../office/records/record-list.tsx";
import { useRecordAddress } from "../../../office/records/use-record-address.ts";
import { useUsers } from "./api.ts";
import { UserActionDialog, type UserAction } from "./user-action-dialog.tsx";
import { userColumns } from "./user-columns.tsx";
import * as texts from "../../../messages/admin-users.ts";

/** Newest first by default. */
const sorts = ["-createdAt", ...userSorts.filter((sort) => sort !== "-createdAt")] as const;
const states = ["active", "deactivated"] as const;
const rules = { filters: { search: "text", status: states, kycStatus: kycStatuses }, sorts } as const;

const orders: readonly Choice[] = [
  { value: "-createdAt", label: texts.newestFirst },
  { value: "createdAt", label: texts.oldestFirst },
  { value: "name", label: texts.nameAToZ },
  { value: "-name", label: texts.nameZToA },
  { value: "-balance", label: texts.largestBalanceFirst },
  { value: "balance", label: texts.smallestBalanceFirst },
  { value: "-totalInvested", label: texts.mostInvestedFirst },
  { value: "totalInvested", label: texts.leastInvestedFirst },
  { value: "-lastLoginAt", label: texts.latestSignInFirst },
  { value: "lastLoginAt", label: texts.oldestSignInFirst },
];

/** The server uses one status for both. */
const kycChoices = { ...kycLabels, pending: texts.pendingOrNotSubmitted };

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
        label={texts.users}
        what={texts.theUsers}
        empty={texts.noUsersYet}
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
              label={texts.searchUsers}
              placeholder={texts.nameEmailPhoneOrCountry}
            />
            <RecordChoice
              address={address}
              name="status"
              label={texts.status}
              any={texts.anyStatus}
              choices={[
                { value: "active", label: texts.active },
                { value: "deactivated", label: texts.deactivated },
              ]}
            />
            <RecordChoice
              address={address}
              name="kycStatus"
              label={texts.kyc}
              any={texts.anyKycStatus}
              choices={kycStatuses.map((value) => ({ value, label: kycChoices[value] }))}
            />
          </>
        }
      />
      {open === null ? null : <UserActionDialog action={open.action} user={open.user} onClose={() => setOpen(null)} />}
    </>
  );
}
