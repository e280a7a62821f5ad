import { type AdminUser, type AdminUserDetail, getUser, unfreezeUser } from "@wazi/contracts";
import { type ReactNode, useState } from "react";
import { useTitle } from "../../../lib/use-title.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { formatUtc, Timestamp } from "../../../office/display/age.tsx";
import { getKycState } from "../../../office/person/kyc-labels.ts";
import { formatName, KycTag } from "../../../office/person/person.tsx";
import { RowButton } from "../../../office/records/row-button.tsx";
import { type UserAction, UserActionDialog } from "../users/user-action-dialog.tsx";
import { UserFacts } from "./user-facts.tsx";
import * as texts from "../../../messages/admin-user-page.ts";
import { useCallMutation } from "../../../lib/call-mutation.ts";
import { ConfirmDialog } from "../../../office/decisions/decision-dialog.tsx";
import { toCents } from "../../../lib/cents.ts";
import { Money } from "../../../ui/money.tsx";
import { figureLabels } from "../users/labels.ts";

/** The name and status of a user, and the actions on them. */
export function UserHeading({ detail, onDone }: { detail: AdminUserDetail; onDone: () => void }) {
  const { user, deactivation } = detail;
  const name = formatName(user);
  useTitle(name);
  return (
    <header className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-24 break-words">{name}</h1>
          <p className="mt-1.5 flex flex-wrap gap-2">
            <Tag look={user.isActive ? "gain" : "loss"}>{user.isActive ? texts.active : texts.deactivated}</Tag>
            <KycTag named state={getKycState(user)} />
          </p>
        </div>
        <UserPageActions user={user} onDone={onDone} />
      </div>
      {deactivation === null ? null : (
        <Notice look="danger" title={texts.deactivated}>
          <p>
            {texts.deactivation({
              at: <Timestamp at={deactivation.at} />,
              hasActor: deactivation.by === null ? "no" : "yes",
              by: deactivation.by === null ? "" : formatName(deactivation.by),
              hasReason: deactivation.reason === null ? "no" : "yes",
              reason: deactivation.reason ?? "",
            })}
          </p>
        </Notice>
      )}
      {detail.frozenAt === undefined && detail.freeze === null ? null : (
        <FrozenNotice detail={detail} onDone={onDone} />
      )}
      <UserFacts detail={detail} />
    </header>
  );
}

/** The actions on a user. Each opens a dialog that shows its effects. */
function UserPageActions({ user, onDone }: { user: AdminUser; onDone: () => void }) {
  const [open, setOpen] = useState<UserAction | null>(null);
  const name = formatName(user);
  const close = (): void => {
    setOpen(null);
    onDone();
  };
  return (
    <div className="flex flex-wrap gap-2">
      <RowButton
        label={texts.adjustAccount}
        spoken={texts.adjustAccountSpoken({ name })}
        right="money"
        onClick={() => setOpen("edit")}
      />
      <RowButton
        label={texts.headingKycChange}
        spoken={texts.changeKycSpoken({ name })}
        right="manage"
        onClick={() => setOpen("kyc")}
      />
      <RowButton
        label={texts.freeze}
        spoken={texts.freezeSpoken({ name })}
        right="freeze"
        onClick={() => setOpen("freeze")}
      />
      <span className="flex flex-wrap gap-2 sm:ml-2 sm:border-l sm:border-line sm:pl-4">
        {user.isActive ? (
          <RowButton
            label={texts.deactivate}
            spoken={texts.deactivateSpoken({ name })}
            right="manage"
            onClick={() => setOpen("deactivate")}
          />
        ) : (
          <RowButton
            label={texts.activate}
            spoken={texts.activateSpoken({ name })}
            right="manage"
            onClick={() => setOpen("activate")}
          />
        )}
        <RowButton
          label={texts.deleteLabel}
          spoken={texts.deleteSpoken({ name })}
          look="danger"
          right="manage"
          onClick={() => setOpen("delete")}
        />
      </span>
      {open === null ? null : <UserActionDialog step={open} row={user} onClose={close} />}
    </div>
  );
}

/** Says who froze the account and until when, and ends the freeze. */
function FrozenNotice({ detail, onDone }: { detail: AdminUserDetail; onDone: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const { user, freeze, frozenAt } = detail;
  const name = formatName(user);
  const by = freeze?.by ? formatName(freeze.by) : null;
  return (
    <Notice look="warning" title={by === null ? texts.frozenTitle : texts.frozenByTitle({ by })}>
      {freeze === null ? null : (
        <p className="mb-3">
          {texts.frozenUntil({ at: <Timestamp at={freeze.at} />, endsAt: formatUtc(freeze.endsAt) })}
          {freeze.reason === null ? null : ` ${texts.frozenReason({ reason: freeze.reason })}`}
        </p>
      )}
      {frozenAt === undefined ? null : <p className="mb-3">{texts.frozenText}</p>}
      <RowButton
        label={texts.endFreeze}
        spoken={texts.endFreezeSpoken({ name })}
        right="manage"
        onClick={() => setOpen(true)}
      />
      {isOpen ? <EndFreezeDialog userId={user.id} name={name} onDone={onDone} onClose={() => setOpen(false)} /> : null}
    </Notice>
  );
}

interface FrozenUser {
  userId: string;
  name: string;
  onDone: () => void;
}

function EndFreezeDialog({ userId, name, onDone, onClose }: FrozenUser & { onClose: () => void }) {
  const unfreeze = useCallMutation(unfreezeUser, [getUser]);
  return (
    <ConfirmDialog
      title={texts.endFreezeTitle({ name })}
      mutation={unfreeze}
      toInput={() => ({ params: { id: userId } })}
      submitLabel={texts.endFreeze}
      pendingLabel={texts.ending}
      look="danger"
      done={texts.endFreezeDone}
      failed={texts.endFreezeFailed}
      onDone={() => {
        onClose();
        onDone();
      }}
      onClose={onClose}
    >
      <p>{texts.endFreezeEffect}</p>
    </ConfirmDialog>
  );
}

/** The user's balance with its parts, and money elsewhere. */
export function UserFigures({ account }: { account: AdminUser["account"] }) {
  const adjusted = toCents(account.adjustmentProfit);
  return (
    <dl
      aria-label={texts.figures}
      className="grid grid-cols-2 overflow-hidden rounded-md border border-line bg-surface sm:grid-cols-3 xl:grid-cols-6"
    >
      <Figure term={figureLabels.balance} value={<Money value={account.balance} testId="user-balance" />}>
        {texts.figureWithdrawable}
      </Figure>
      <Figure term={figureLabels.depositFunds} value={<Money value={account.depositFunds} />}>
        {texts.figureDeposited({
          totalDeposits: <Money value={account.totalDeposits} />,
        })}
      </Figure>
      <Figure term={figureLabels.profitFunds} value={<Money value={account.profitFunds} />}>
        {texts.figurePartOfBalance}
      </Figure>
      <Figure term={figureLabels.totalInvested} value={<Money value={account.totalInvested} testId="user-invested" />}>
        {texts.figureOwnMoney}
      </Figure>
      <Figure term={figureLabels.totalProfit} value={<Money value={account.totalProfit} change testId="user-profit" />}>
        {adjusted === 0n ? (
          texts.figureInBots
        ) : (
          <>
            {texts.figureAdjustments({
              adjustmentProfit: <Money value={account.adjustmentProfit} />,
            })}
          </>
        )}
      </Figure>
      <Figure term={figureLabels.withdrawalHold} value={<Money value={account.withdrawalHold} testId="user-hold" />}>
        {texts.figureReserved}
      </Figure>
    </dl>
  );
}

function Figure({ term, value, children }: { term: string; value: ReactNode; children: ReactNode }) {
  return (
    <div className="-mt-px -ml-px border-t border-l border-line px-4 py-3">
      <dt className="text-14 text-muted">{term}</dt>
      <dd className="mt-0.5 text-18 font-semibold tracking-[-0.01em]">{value}</dd>
      <dd className="text-12 text-muted">{children}</dd>
    </div>
  );
}
