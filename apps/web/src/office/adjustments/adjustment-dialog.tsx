import type { Adjustment, SharedTrace } from "@wazi/contracts";
import { Button } from "../../ui/button.tsx";
import { DialogActions } from "../../ui/dialog.tsx";
import { Money } from "../../ui/money.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Tag } from "../../ui/tag.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";
import { missingRightTexts, useAdmin, useHasRight } from "../access/admin-access.ts";
import { DecisionDialog } from "../decisions/decision-dialog.tsx";
import { DecisionForm, type DecisionFrame } from "../decisions/decision-form.tsx";
import { BeforeAfter } from "../decisions/effects.tsx";
import { ActorAndTime } from "../decisions/notices.tsx";
import { SharedTraces } from "../decisions/second-person.tsx";
import { useDecisionSteps } from "../decisions/use-decision.ts";
import { useRequiredText } from "../decisions/use-required-text.ts";
import { Fact, Facts } from "../display/facts.tsx";
import { formatUtc } from "../display/age.tsx";
import { formatName, PersonFacts } from "../person/person.tsx";
import { adjustmentQueries, useApproveAdjustment, useRejectAdjustment, useWithdrawAdjustment } from "./api.ts";
import { adjustmentKindLabels, adjustmentStatusLabels, adjustmentStatusLooks, listFigureChanges } from "./labels.ts";
import * as texts from "../../messages/admin-adjustments.ts";

type Step = "details" | "approve" | "reject" | "withdraw";

const titles: Readonly<Record<Step, string>> = {
  details: texts.adjustment,
  approve: texts.approveAdjustment,
  reject: texts.rejectAdjustment,
  withdraw: texts.withdrawAdjustment,
};

/** The requested adjustment, with the exact figures, and the decision on it. */
export function AdjustmentDialog({
  adjustment,
  shared,
  onClose,
}: {
  adjustment: Adjustment;
  shared: readonly SharedTrace[];
  onClose: () => void;
}) {
  const approve = useApproveAdjustment();
  const reject = useRejectAdjustment();
  const withdraw = useWithdrawAdjustment();
  const { step, choose, isBusy, frame } = useDecisionSteps<Step>("details", [approve, reject, withdraw], onClose);
  const form = { adjustment, ...frame };
  return (
    <DecisionDialog
      title={titles[step]}
      onClose={onClose}
      busy={isBusy}
      facts={
        <>
          <AdjustmentFacts adjustment={adjustment} />
          {adjustment.status === "pending" ? <SharedTraces shared={shared} ids={[adjustment.askedBy.id]} /> : null}
        </>
      }
      choice={step === "details" ? <Choice adjustment={adjustment} onChoose={choose} onClose={onClose} /> : null}
    >
      {step === "approve" ? <ApproveForm {...form} approve={approve} /> : null}
      {step === "reject" ? <RejectForm {...form} reject={reject} /> : null}
      {step === "withdraw" ? <WithdrawForm {...form} withdraw={withdraw} /> : null}
    </DecisionDialog>
  );
}

function AdjustmentFacts({ adjustment }: { adjustment: Adjustment }) {
  const { user, askedBy, askedAt, decidedBy, decidedAt, status, note, reason, transactionHash } = adjustment;
  return (
    <div className="grid gap-4">
      <PersonFacts userId={user.id} user={user} />
      <BeforeAfter caption={texts.figuresCaption} changes={listFigureChanges(adjustment)} />
      <Facts>
        <Fact term={texts.kind}>
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {adjustmentKindLabels[adjustment.kind]}
            <Tag look={adjustmentStatusLooks[status]}>{adjustmentStatusLabels[status]}</Tag>
          </span>
        </Fact>
        <Fact term={texts.amount}>
          <Money value={adjustment.counted} className="font-semibold" />
        </Fact>
        {transactionHash === null ? null : (
          <Fact term={texts.transactionHash} copy={{ text: transactionHash, label: texts.copyTransactionHash }}>
            <code className="font-mono break-all">{transactionHash}</code>
          </Fact>
        )}
        <Fact term={texts.reason}>{reason ?? <span className="text-muted">{texts.none}</span>}</Fact>
        <Fact term={texts.askedFor}>
          <ActorAndTime by={askedBy} at={askedAt} />
        </Fact>
        {decidedBy === null ? null : (
          <Fact term={adjustmentStatusLabels[status]}>
            <ActorAndTime by={decidedBy} at={decidedAt} />
          </Fact>
        )}
        {status === "pending" ? <Fact term={texts.expires}>{formatUtc(adjustment.expiresAt)}</Fact> : null}
        {note === null ? null : <Fact term={texts.note}>{note}</Fact>}
      </Facts>
    </div>
  );
}

/** The possible decisions. Who asked can only withdraw. */
function Choice({
  adjustment,
  onChoose,
  onClose,
}: {
  adjustment: Adjustment;
  onChoose: (step: Step) => void;
  onClose: () => void;
}) {
  const mayDo = useHasRight("money");
  const isAsker = useAdmin().id === adjustment.askedBy.id;
  const isPending = adjustment.status === "pending";
  const obstacle = !isPending ? undefined : !mayDo ? `${missingRightTexts.money}.` : undefined;
  return (
    <>
      {obstacle === undefined ? null : <p className="text-14 text-muted">{obstacle}</p>}
      {isPending && isAsker ? <Notice>{texts.ownAdjustmentNotice}</Notice> : null}
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          {texts.close}
        </Button>
        {isPending && mayDo && isAsker ? (
          <Button look="secondary" onClick={() => onChoose("withdraw")}>
            {texts.withdraw}
          </Button>
        ) : null}
        {isPending && mayDo && !isAsker ? (
          <>
            <Button look="secondary" onClick={() => onChoose("reject")}>
              {texts.reject}
            </Button>
            <Button onClick={() => onChoose("approve")}>{texts.approve}</Button>
          </>
        ) : null}
      </DialogActions>
    </>
  );
}

interface FormProps extends DecisionFrame {
  adjustment: Adjustment;
}

function ApproveForm({
  adjustment: { id, user, counted, kind },
  approve,
  ...frame
}: FormProps & { approve: ReturnType<typeof useApproveAdjustment> }) {
  const name = formatName(user);
  return (
    <DecisionForm
      {...frame}
      mutation={approve}
      toInput={() => ({ params: { id } })}
      shown={adjustmentQueries}
      submitLabel={texts.approveSubmit}
      pendingLabel={texts.approving}
      done={texts.approveDone({ name })}
      failed={texts.approveFailed}
    >
      <p>
        {texts.approveEffect({
          kind,
          counted: <Money value={counted} className="font-semibold" />,
          name: <strong className="font-semibold">{name}</strong>,
        })}
      </p>
    </DecisionForm>
  );
}

function RejectForm({
  adjustment: { id, user },
  reject,
  ...frame
}: FormProps & { reject: ReturnType<typeof useRejectAdjustment> }) {
  const note = useRequiredText(texts.rejectReasonMissing);
  function toInput() {
    const text = note.read();
    return text === undefined ? undefined : { params: { id }, body: { note: text } };
  }
  return (
    <DecisionForm
      {...frame}
      mutation={reject}
      toInput={toInput}
      shown={adjustmentQueries}
      submitLabel={texts.rejectSubmit}
      pendingLabel={texts.rejecting}
      look="danger"
      done={texts.rejectDone}
      failed={texts.rejectFailed}
    >
      <p>{texts.rejectEffect({ user: formatName(user) })}</p>
      <TextAreaField label={texts.reason} {...note.field} />
    </DecisionForm>
  );
}

function WithdrawForm({
  adjustment: { id, user },
  withdraw,
  ...frame
}: FormProps & { withdraw: ReturnType<typeof useWithdrawAdjustment> }) {
  return (
    <DecisionForm
      {...frame}
      mutation={withdraw}
      toInput={() => ({ params: { id } })}
      shown={adjustmentQueries}
      submitLabel={texts.withdrawSubmit}
      pendingLabel={texts.withdrawing}
      done={texts.withdrawDone}
      failed={texts.withdrawFailed}
    >
      <p>{texts.withdrawEffect({ user: formatName(user) })}</p>
    </DecisionForm>
  );
}
