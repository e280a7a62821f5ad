import type { UnmatchedReport } from "@wazi/contracts";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";
import { useMissingRightText } from "../../office/access/admin-access.ts";
import { ConfirmDialog } from "../../office/decisions/decision-dialog.tsx";
import { Age } from "../../office/display/age.tsx";
import { useDecideReport } from "./api.ts";
import * as texts from "../../messages/admin-deposits.ts";

/** A report of M-Pesa that belongs to no investor, or does not fit. */
export function UnmatchedRow({ report }: { report: UnmatchedReport }) {
  const [isOpen, setOpen] = useState(false);
  const missing = useMissingRightText("money");
  return (
    <li data-testid="unmatched-report" className="grid gap-2 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="min-w-0">
        <p className="flex flex-wrap gap-x-3 font-semibold">
          <span className="figure">
            {report.amount === null ? "M-Pesa" : texts.unmatchedAmount({ amount: report.amount })}
          </span>
          <code className="font-mono">{report.receipt}</code>
        </p>
        <p className="break-words">{report.problem}</p>
        <p className="text-muted">
          <Age at={report.receivedAt} />
        </p>
      </div>
      <Button
        look="secondary"
        aria-label={texts.unmatchedDecideOf({ receipt: report.receipt ?? "" })}
        aria-disabled={missing !== undefined}
        title={missing}
        onClick={() => missing === undefined && setOpen(true)}
      >
        {texts.decide}
      </Button>
      {isOpen ? <ReportDialog report={report} onClose={() => setOpen(false)} /> : null}
    </li>
  );
}

function ReportDialog({ report, onClose }: { report: UnmatchedReport; onClose: () => void }) {
  const [accountNumber, setAccountNumber] = useState("");
  const [note, setNote] = useState("");
  const decide = useDecideReport();
  const isMatch = accountNumber.trim() !== "";
  const reason = note.trim();

  function toInput() {
    if (reason === "") return undefined;
    const body = isMatch ? { accountNumber: accountNumber.trim(), note: reason } : { note: reason };
    return { params: { report: report.id }, body };
  }

  return (
    <ConfirmDialog
      title={texts.reportTitle}
      mutation={decide}
      toInput={toInput}
      submitLabel={isMatch ? texts.reportMatchSubmit : texts.reportCloseSubmit}
      pendingLabel={texts.saving}
      look={isMatch ? "primary" : "danger"}
      done={texts.reviewLeaveDone}
      failed={texts.reviewFailed}
      notYet={reason === "" ? texts.reviewReasonMissing : undefined}
      onClose={onClose}
    >
      <p>{report.problem}</p>
      <TextField
        label={texts.reportAccountLabel}
        hint={texts.reportAccountHint}
        value={accountNumber}
        onChange={(event) => setAccountNumber(event.target.value)}
      />
      <TextAreaField
        label={texts.reason}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </ConfirmDialog>
  );
}
