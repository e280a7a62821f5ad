import type { AdminUser } from "@wazi/contracts";
import { useState } from "react";
import { isOutcomeUnknown } from "../../../lib/api-client.ts";
import { showProblem } from "../../../lib/show-problem.ts";
import { useDebouncedValue } from "../../../lib/use-debounced-value.ts";
import { TextAreaField } from "../../../ui/text-area-field.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { ConfirmDialog } from "../../../office/decisions/confirm-dialog.tsx";
import { DeletedNotice } from "../../../office/decisions/notices.tsx";
import { isWaitingAdjustment } from "../../../office/decisions/waiting-adjustment.ts";
import { isNotFound, useUserDetail } from "../../../office/person/api.ts";
import { formatName, PersonEmail } from "../../../office/person/person.tsx";
import {
  acceptCurrentFigures,
  findChangedFigures,
  findProblems,
  REASON_MISSING,
  toAdjustment,
  type AdjustmentBody,
  type FigureName,
  type EnteredFigures,
} from "./account-adjustment.ts";
import { accountQueries, useAdjustAccount, useAdjustmentPreview } from "./api.ts";
import { EditFigures, AccountChangedNotice } from "./edit-figures.tsx";
import { PreviewPanel } from "./preview-panel.tsx";
import * as texts from "../../../messages/admin-users.ts";

/** Problems of a figure appear when typing pauses. */
const SETTLED_AFTER_MS = 500;

type Problems = Partial<Record<FigureName | "reason", string>>;

/**
 * Sets figures of an account by a ledger adjustment, with a preview before posting. If a figure changes in the
 * meantime,
 * the input is kept and the new figure is shown.
 */
export function EditUserDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const adjust = useAdjustAccount();
  const detail = useUserDetail(user.id);
  const figures = (detail.data?.user ?? user).account;
  const [typed, setTyped] = useState<EnteredFigures>({});
  const [reason, setReason] = useState("");
  const [shownProblems, showProblems] = useState<Problems>({});
  const body = toAdjustment(typed, "");
  const whole = toAdjustment(typed, reason);
  // There was no answer, so it may have been posted. Repeating the same request returns its outcome and posts only
  // once.
  const isOpen = adjust.isError && isOutcomeUnknown(adjust.error) && isSameBody(adjust.variables.body, whole);
  const moved = isOpen || adjust.isPending || adjust.isSuccess ? [] : findChangedFigures(typed, figures);
  const hasInput = Object.keys(body.expected ?? {}).length > 0;
  const found = hasInput ? findProblems(body) : {};
  const isWrong = Object.keys(found).length > 0;
  const isSettled = useDebouncedValue(typed, SETTLED_AFTER_MS) === typed;
  const problems: Problems = { ...(isSettled ? found : {}), ...shownProblems };
  const canAsk = moved.length === 0 && hasInput && !isWrong;
  const preview = useAdjustmentPreview(user.id, canAsk && !isOpen ? body : null);
  const isPreviewed = isOpen || !canAsk || (!preview.isPending && preview.query.isSuccess);
  const needsApproval = canAsk && preview.query.data?.needsApproval === true;
  const gone = isNotFound(detail.error);

  function toInput() {
    const wrong: Problems = { ...findProblems(body), ...(reason.trim() === "" ? { reason: REASON_MISSING } : {}) };
    showProblem(() => showProblems(wrong));
    const [first] = Object.values(wrong);
    if (first === undefined) return { params: { id: user.id }, body: whole };
    toast.bad(texts.error, first);
    return undefined;
  }

  return (
    <ConfirmDialog
      title={texts.editTitle({ user: formatName(user) })}
      className="sm:w-[min(56rem,calc(100vw-2rem))]"
      mutation={adjust}
      toInput={toInput}
      shown={accountQueries}
      submitLabel={needsApproval ? texts.editAskSubmit : texts.postAdjustment}
      pendingLabel={needsApproval ? texts.asking : texts.posting}
      notYet={moved.length > 0 || !isPreviewed ? texts.editNotYet : undefined}
      done={(answer) => (isWaitingAdjustment(answer) ? answer.message : texts.editDone({ user: formatName(user) }))}
      failed={texts.editFailed}
      isLocked={gone}
      onClose={onClose}
    >
      <PersonEmail user={user} />
      {gone ? <DeletedNotice what={texts.user} /> : null}
      <p className="text-14 text-muted">{texts.editEffect}</p>
      <div className="grid gap-x-8 gap-y-5 md:grid-cols-[minmax(0,19rem)_minmax(0,1fr)]">
        <div className="grid content-start gap-5">
          <EditFigures
            typed={typed}
            figures={figures}
            problems={problems}
            readOnly={gone}
            onType={(next) => {
              setTyped(next);
              showProblems({});
            }}
          />
          <TextAreaField
            label={texts.reason}
            hint={texts.reasonShownHint}
            autoComplete="off"
            maxLength={500}
            readOnly={gone}
            value={reason}
            error={problems.reason}
            onChange={({ target }) => {
              setReason(target.value);
              showProblems({});
            }}
          />
        </div>
        {isOpen ? null : moved.length === 0 ? (
          <PreviewPanel preview={preview} hasInput={hasInput} isWrong={isWrong} />
        ) : (
          <AccountChangedNotice
            moved={moved}
            typed={typed}
            figures={figures}
            onGoOn={() => setTyped(acceptCurrentFigures(typed, figures))}
          />
        )}
      </div>
    </ConfirmDialog>
  );
}

const isSameBody = (one: AdjustmentBody, other: AdjustmentBody): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
