import { adminRoles, type Administrator } from "@wazi/contracts";
import { useCallback, useEffect, useRef, useState } from "react";
import { roleDescriptions, roleLabels } from "../../office/access/admin-access.ts";
import {
  AdministratorsTable,
  type AdministratorAction,
} from "../../people/office/administrators/administrators-table.tsx";
import { AppointmentsPanel } from "../../people/office/administrators/appointments-panel.tsx";
import { useAdministrators } from "../../people/office/administrators/api.ts";
import {
  AppointAdministratorDialog,
  ChangeRoleDialog,
  ResetPasswordDialog,
  RevokeAdministratorDialog,
} from "../../people/office/administrators/administrator-dialogs.tsx";
import { useAppointments } from "../../office/decisions/second-person.tsx";
import { Panel } from "../../office/display/panel.tsx";
import { RowButton } from "../../office/records/row-button.tsx";
import { useTitle } from "../../lib/use-title.ts";
import { QueryState } from "../../ui/query-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import * as texts from "../../messages/admin-administrators.ts";

type Open = { action: "appoint" } | { action: AdministratorAction; administrator: Administrator };

/** The administrators and their roles. */
export default function AdminAdministratorsPage() {
  useTitle(texts.administratorsAdmin);
  const administrators = useAdministrators();
  const appointments = useAppointments();
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const making = useRef<HTMLDivElement>(null);

  // The row that opened a dialog may be gone when it closes. The focus then moves to the button that is always there.
  useEffect(() => {
    const place = making.current;
    return () => {
      if (document.activeElement === document.body) place?.querySelector("button")?.focus();
    };
  }, [open]);

  const openOf = useCallback(
    (action: AdministratorAction, administrator: Administrator) => setOpen({ action, administrator }),
    [],
  );
  return (
    <>
      <h1 className="text-24">{texts.administrators}</h1>
      <p className="mt-1 mb-4 text-14 text-muted">{texts.pageLead}</p>
      <div className="grid gap-5">
        <Panel
          title={texts.administrators}
          aside={
            <div ref={making}>
              <RowButton
                label={texts.appointAdministrator}
                spoken={texts.appointSpoken}
                look="primary"
                right="manage"
                onClick={() => setOpen({ action: "appoint" })}
              />
            </div>
          }
        >
          <QueryState
            query={administrators}
            failedTitle={texts.administratorsFailedTitle}
            loading={<SkeletonRows rows={3} />}
          >
            {(list) => <AdministratorsTable administrators={list} open={openOf} />}
          </QueryState>
        </Panel>
        {appointments.data === undefined ? null : <AppointmentsPanel list={appointments.data} />}
        <RoleMeanings />
      </div>
      {open === null ? null : open.action === "appoint" ? (
        <AppointAdministratorDialog isAlone={appointments.data?.isAlone ?? false} onClose={close} />
      ) : open.action === "role" ? (
        <ChangeRoleDialog administrator={open.administrator} onClose={close} />
      ) : open.action === "reset" ? (
        <ResetPasswordDialog administrator={open.administrator} onClose={close} />
      ) : (
        <RevokeAdministratorDialog administrator={open.administrator} onClose={close} />
      )}
    </>
  );
}

function RoleMeanings() {
  return (
    <Panel title={texts.roles}>
      <dl className="divide-y divide-line border-t border-line text-14">
        {adminRoles.map((role) => (
          <div key={role} className="grid gap-x-6 py-2.5 sm:grid-cols-[9rem_minmax(0,1fr)]">
            <dt className="font-semibold">{roleLabels[role]}</dt>
            <dd>{roleDescriptions[role]}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
