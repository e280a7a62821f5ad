import { type AccountFigures, type AdjustmentPreview, type AdminUser, formatAmount } from "@wazi/contracts";
import { useState } from "react";
import { failureText, isOutcomeUnknown, isRefusedEarly } from "../../../lib/api-client.ts";
import { showProblem } from "../../../office/decisions/use-required-text.ts";
import { useDebouncedValue } from "../../../lib/use-debounced-value.ts";
import { TextAreaField } from "../../../ui/text-area-field.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { ConfirmDialog } from "../../../office/decisions/decision-dialog.tsx";
import { DeletedNotice, isWaitingAdjustment } from "../../../office/decisions/notices.tsx";
import { isNotFound, useUserDetail } from "../../../office/person/api.ts";
import { formatName, PersonEmail } from "../../../office/person/person.tsx";
import {
  acceptCurrentFigures,
  type AdjustmentBody,
  type EnteredFigures,
  enterFigure,
  type FigureName,
  figureNames,
  type Figures,
  findChangedFigures,
  findProblems,
  REASON_MISSING,
  toAdjustment,
} from "./account-adjustment.ts";
import { accountQueries, type LivePreview, useAdjustAccount, useAdjustmentPreview } from "./api.ts";
import * as texts from "../../../messages/admin-users.ts";
import { Button } from "../../../ui/button.tsx";
import { AmountField } from "../../../ui/field.tsx";
import { Money } from "../../../ui/money.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { figureLabels } from "./labels.ts";
import { fromCents, toCents } from "../../../lib/cents.ts";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { BeforeAfter, type FigureChange } from "../../../office/decisions/effects.tsx";
import { SignedMoney } from "../../../office/display/signed-money.tsx";

const shownFigures: readonly [keyof AccountFigures, string][] = [
  ["balance", figureLabels.balance],
  ["depositFunds", figureLabels.depositFunds],
  ["profitFunds", figureLabels.profitFunds],
  ["totalInvested", figureLabels.totalInvested],
  ["totalProfit", figureLabels.totalProfit],
  ["adjustmentProfit", texts.fromAdjustments],
];

/** A preview of the posting. */
function PreviewPanel({
  preview: { query, isPending },
  hasInput,
  isWrong,
}: {
  preview: LivePreview;
  hasInput: boolean;
  /** The input is not a valid amount. */
  isWrong: boolean;
}) {
  return (
    <section aria-label={texts.preview} aria-busy={isPending} className="margin-rule grid content-start gap-4 pl-4">
      <h3 className="text-16">{texts.preview}</h3>
      {!hasInput ? (
        <p className="text-14 text-muted">{texts.previewAmountMissing}</p>
      ) : isWrong ? (
        <p className="text-14 font-medium">{texts.previewAmountInvalid}</p>
      ) : isPending ? (
        <SkeletonRows rows={3} className="h-8" />
      ) : query.isError ? (
        <PreviewFailure query={query} />
      ) : query.data === undefined ? null : (
        <Posting preview={query.data} />
      )}
    </section>
  );
}

/** A refusal states its reason. Without an answer it is unknown whether the posting is possible. */
function PreviewFailure({ query }: { query: LivePreview["query"] }) {
  const isUnknown = isOutcomeUnknown(query.error) || isRefusedEarly(query.error);
  return (
    <Notice
      look={isUnknown ? "warning" : "danger"}
      role="alert"
      title={isUnknown ? texts.previewFailedTitle : texts.previewRefusedTitle}
    >
      <p>{failureText(query.error, texts.previewNoAnswer)}</p>
      {isUnknown ? (
        <Button look="secondary" className="mt-3" onClick={() => void query.refetch()}>
          {texts.tryAgain}
        </Button>
      ) : null}
    </Notice>
  );
}

/** Why another administrator must approve, before it is asked for. */
function ApprovalNotice({ counted, adjustedBefore, limit, approvers }: AdjustmentPreview) {
  const before =
    toCents(adjustedBefore) === 0n
      ? ""
      : ` ${texts.approvalAdjustedBefore({ adjustedBefore: formatAmount(adjustedBefore) })}`;
  return (
    <Notice look="warning" title={texts.approvalTitle}>
      <p>
        {texts.approvalRule({
          counted: formatAmount(counted),
          before,
          limit: formatAmount(limit),
        })}
      </p>
      {approvers > 0 ? null : (
        <p className="mt-1">
          {texts.approvalNobodyElse({
            link: (text) => <TextLink href="/admin/administrators">{text}</TextLink>,
          })}
        </p>
      )}
    </Notice>
  );
}

function Posting({ preview }: { preview: AdjustmentPreview }) {
  const { before, after, lines } = preview;
  const changes = shownFigures.flatMap(([name, label]): FigureChange[] =>
    before[name] === after[name] ? [] : [{ label, before: before[name], after: after[name] }],
  );
  const sum = fromCents(lines.reduce((total, { amount }) => total + toCents(amount), 0n));
  return (
    <>
      {preview.needsApproval ? <ApprovalNotice {...preview} /> : null}
      <BeforeAfter caption={texts.previewCaption} changes={changes} />
      <table className="w-full text-14">
        <caption className="pb-1.5 text-left font-medium text-muted">{texts.ledgerLines}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{texts.account}</th>
            <th scope="col">{texts.amount}</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-y border-line">
          {lines.map(({ account, amount }, index) => (
            <tr key={index}>
              <td className="py-1.5">{account}</td>
              <td className="py-1.5 pl-3 text-right">
                <SignedMoney value={amount} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" className="py-1.5 text-left">
              {texts.sum}
            </th>
            <td className="py-1.5 pl-3 text-right" data-testid="ledger-sum">
              <SignedMoney value={sum} />
            </td>
          </tr>
        </tfoot>
      </table>
    </>
  );
}

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
    const wrong: Problems = {
      ...findProblems(body),
      ...(reason.trim() === "" ? { reason: REASON_MISSING } : {}),
    };
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
      {gone ? <DeletedNotice noun="user" /> : null}
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

/** The editable figures. */
function EditFigures({
  typed,
  figures,
  problems,
  readOnly,
  onType,
}: {
  typed: EnteredFigures;
  figures: Figures;
  problems: Readonly<Partial<Record<FigureName, string>>>;
  readOnly: boolean;
  onType: (typed: EnteredFigures) => void;
}) {
  return figureNames.map((name) => (
    <AmountField
      key={name}
      label={figureLabels[name]}
      {...(name === "totalProfit" ? { min: undefined } : {})}
      readOnly={readOnly}
      value={typed[name]?.text ?? figures[name]}
      error={problems[name]}
      onChange={({ target }) => onType(enterFigure(typed, name, target.value, figures))}
    />
  ));
}

/** Shown when edited figures have changed. The new figures must be accepted before posting. */
function AccountChangedNotice({
  moved,
  typed,
  figures,
  onGoOn,
}: {
  moved: readonly FigureName[];
  typed: EnteredFigures;
  figures: Figures;
  onGoOn: () => void;
}) {
  return (
    <Notice look="warning" role="alert" title={texts.editChangedTitle} className="self-start">
      {moved.map((name) => (
        <p key={name}>
          {texts.editChangedFigure({
            name: figureLabels[name],
            name2: <Money value={figures[name]} className="font-semibold" />,
            original: <Money value={typed[name]?.original} />,
          })}
        </p>
      ))}
      <p className="mt-1">{texts.editChangedInputKept}</p>
      <Button look="secondary" className="mt-3" onClick={onGoOn}>
        {texts.editChangedContinue}
      </Button>
    </Notice>
  );
}
