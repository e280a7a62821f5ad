import { type AnswerOf, type Appointment, confirmAppointment, type listAppointments } from "@wazi/contracts";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { schemaResolver } from "../../../lib/schema-resolver.ts";
import { missingRightTexts, roleLabels, useAdmin, useHasRight } from "../../../office/access/admin-access.ts";
import { ConfirmDialog } from "../../../office/decisions/decision-dialog.tsx";
import { SharedTraces } from "../../../office/decisions/second-person.tsx";
import { bindFields } from "../../../office/decisions/use-decision.ts";
import { formatUtc } from "../../../office/display/age.tsx";
import { Panel } from "../../../office/display/panel.tsx";
import { formatName } from "../../../office/person/person.tsx";
import { RowButton } from "../../../office/records/row-button.tsx";
import { OwnPasswordField } from "./administrator-dialogs.tsx";
import { useConfirmAppointment, useDeclineAppointment } from "./api.ts";
import * as texts from "../../../messages/admin-administrators.ts";

type Step = "confirm" | "decline";

/** The appointments that wait for another administrator, or that a third one can still confirm; nothing without any. */
export function AppointmentsPanel({ list: { items, shared } }: { list: AnswerOf<typeof listAppointments> }) {
  const [open, setOpen] = useState<{ step: Step; appointment: Appointment } | null>(null);
  if (items.length === 0) return null;
  return (
    <Panel title={texts.appointments}>
      <ul className="divide-y divide-line border-t border-line text-14">
        {items.map((each) => (
          <li key={each.id} className="grid gap-2 py-3">
            <div className="flex flex-wrap items-start justify-between gap-3">
              <div className="min-w-0">
                <p className="font-semibold wrap-anywhere">
                  {texts.appointmentOf({ name: formatName(each.candidate), role: roleLabels[each.role] })}
                </p>
                <p className="wrap-anywhere text-muted">
                  {texts.appointmentAsked({ name: formatName(each.askedBy), time: formatUtc(each.askedAt) })}
                </p>
                <p>{describeWait(each)}</p>
              </div>
              <Choice appointment={each} choose={(step) => setOpen({ step, appointment: each })} />
            </div>
            <SharedTraces shared={shared} ids={[each.askedBy.id, each.candidate.id]} />
          </li>
        ))}
      </ul>
      {open === null ? null : <DecideDialog {...open} onClose={() => setOpen(null)} />}
    </Panel>
  );
}

function describeWait({ expiresAt, confirmers, candidate, role }: Appointment): string {
  const names = confirmers.map(formatName).join(", ");
  if (expiresAt === null) return names === "" ? texts.appointmentThird : texts.appointmentThirdNames({ names });
  const time = formatUtc(expiresAt);
  if (names !== "") return texts.appointmentConfirmers({ names, time });
  return texts.appointmentNobody({ time, email: candidate.email, role });
}

function Choice({
  appointment: { askedBy, candidate, confirmers, confirmedAt },
  choose,
}: {
  appointment: Appointment;
  choose: (step: Step) => void;
}) {
  const { id: ownId } = useAdmin();
  const mayManage = useHasRight("manage");
  if (!mayManage) return <p className="text-12 text-muted">{missingRightTexts.manage}</p>;
  const name = formatName(candidate);
  return (
    <span className="inline-flex flex-wrap gap-2">
      {confirmedAt !== null ? null : (
        <RowButton
          label={askedBy.id === ownId ? texts.takeBack : texts.decline}
          spoken={texts.declineSpoken({ name })}
          right="manage"
          onClick={() => choose("decline")}
        />
      )}
      {confirmers.some(({ id }) => id === ownId) ? (
        <RowButton
          label={texts.confirm}
          spoken={texts.confirmSpoken({ name })}
          look="primary"
          right="manage"
          onClick={() => choose("confirm")}
        />
      ) : null}
    </span>
  );
}

const resolver = schemaResolver(confirmAppointment.body);

function DecideDialog({
  step,
  appointment: { id, candidate, role },
  onClose,
}: {
  step: Step;
  appointment: Appointment;
  onClose: () => void;
}) {
  const confirm = useConfirmAppointment();
  const decline = useDeclineAppointment();
  const form = useForm({ resolver, defaultValues: { password: "" } });
  const field = bindFields(form);
  const name = formatName(candidate);
  const isConfirm = step === "confirm";
  return (
    <ConfirmDialog
      title={(isConfirm ? texts.confirmTitle : texts.declineTitle)({ name })}
      mutation={isConfirm ? confirm : decline}
      form={form}
      toInput={(body) => ({ params: { id }, body })}
      submitLabel={isConfirm ? texts.confirm : texts.decline}
      pendingLabel={texts.saving}
      look={isConfirm ? "primary" : "danger"}
      done={(isConfirm ? texts.confirmDone : texts.declineDone)({ name })}
      failed={texts.decideFailed}
      onClose={onClose}
    >
      <p>{isConfirm ? texts.confirmEffect({ email: candidate.email, role: roleLabels[role] }) : texts.declineEffect}</p>
      <OwnPasswordField {...field("password")} />
    </ConfirmDialog>
  );
}
