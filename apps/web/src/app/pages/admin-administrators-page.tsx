import { adminRoles, type Administrator } from "@wazi/contracts";
import { useCallback, useState } from "react";
import { neededRole, roleWords, useRefusal } from "../../features/back-office/admin-rights.ts";
import { useAdministrators } from "../../features/back-office/administrators/administrators.ts";
import {
  AdministratorsTable,
  type AdministratorAction,
} from "../../features/back-office/administrators/administrators-table.tsx";
import { ChangeRoleDialog } from "../../features/back-office/administrators/change-role-dialog.tsx";
import { MakeAdministratorDialog } from "../../features/back-office/administrators/make-administrator-dialog.tsx";
import { roleMeanings } from "../../features/back-office/administrators/role-meanings.ts";
import { UnmakeAdministratorDialog } from "../../features/back-office/administrators/unmake-administrator-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";

type Open = { action: "make" } | { action: AdministratorAction; administrator: Administrator };

/** Who may enter the back office, and what each may do there. */
export default function AdminAdministratorsPage() {
  const administrators = useAdministrators();
  const refusal = useRefusal("manage");
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const openOf = useCallback(
    (action: AdministratorAction, administrator: Administrator) => setOpen({ action, administrator }),
    [],
  );
  return (
    <>
      <PageHeading title="Administrators" tabTitle="Administrators · Admin">
        Who may enter the back office. What each of them does stands in the audit log.
      </PageHeading>
      <div className="grid gap-5">
        <Sheet
          title="Administrators"
          aside={
            <Button
              className="px-4 text-14 pointer-fine:min-h-9"
              disabled={refusal !== undefined}
              title={refusal}
              onClick={() => setOpen({ action: "make" })}
            >
              Make an administrator
              {refusal === undefined ? null : <span className="sr-only">. {neededRole.manage}</span>}
            </Button>
          }
        >
          <QueryState query={administrators} what="the administrators" loading={<SkeletonRows rows={3} />}>
            {(list) => <AdministratorsTable administrators={list} open={openOf} />}
          </QueryState>
        </Sheet>
        <RoleMeanings />
      </div>
      {open === null ? null : open.action === "make" ? (
        <MakeAdministratorDialog onClose={close} />
      ) : open.action === "role" ? (
        <ChangeRoleDialog administrator={open.administrator} onClose={close} />
      ) : (
        <UnmakeAdministratorDialog administrator={open.administrator} onClose={close} />
      )}
    </>
  );
}

function RoleMeanings() {
  return (
    <Sheet title="What each role may do">
      <dl className="-my-2 divide-y divide-line text-14">
        {adminRoles.map((role) => (
          <div key={role} className="grid gap-x-6 py-2.5 sm:grid-cols-[9rem_minmax(0,1fr)]">
            <dt className="font-semibold">{roleWords[role]}</dt>
            <dd>{roleMeanings[role]}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}
