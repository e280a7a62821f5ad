import {
  givePracticeMoney,
  PRACTICE_AMOUNT,
  formatAmount,
  getCurrentUser,
  getPackageTier,
  listDeposits,
  listNotifications,
} from "@wazi/contracts";
import type { CurrentUser } from "@wazi/contracts";
import type { ReactNode } from "react";
import { useUserBots } from "../../investing/positions/api.ts";
import { usePublicSettings } from "../../lib/public-settings.ts";
import { failureText } from "../../lib/api-client.ts";
import { classNames } from "../../lib/class-names.ts";
import { toCents } from "../../lib/cents.ts";
import { useCallMutation } from "../../lib/call-mutation.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { toast } from "../../ui/toast-store.ts";
import * as texts from "../../messages/dashboard.ts";

/** The way to a first running bot, in three steps. Shown until a bot has run. */
export default function FirstSteps({ account }: { account: CurrentUser["account"] }) {
  const hasMoney = toCents(account.totalDeposits) > 0n || toCents(account.balance) > 0n;
  const hasBot = (useUserBots().data?.length ?? 0) > 0;
  return (
    <section aria-labelledby="first-steps" className="mb-6 rounded-md border border-line bg-surface p-4 sm:p-6">
      <h2 id="first-steps" className="text-18">
        {texts.stepsTitle}
      </h2>
      <ol className="mt-4 grid gap-5">
        <Step number={1} title={texts.addMoney} isDone={hasMoney} isNow={!hasMoney}>
          <AddMoney />
        </Step>
        <Step number={2} title={texts.stepBotTitle} isDone={hasBot} isNow={hasMoney && !hasBot}>
          <p className="mb-3 text-14 text-muted">{texts.stepBotText}</p>
          <LinkButton href="/bots">{texts.stepBotChoose}</LinkButton>
        </Step>
        <Step number={3} title={texts.stepWatchTitle} isDone={false} isNow={hasBot}>
          <p className="text-14 text-muted">{texts.stepWatchText}</p>
        </Step>
      </ol>
    </section>
  );
}

function Step({
  number,
  title,
  isDone,
  isNow,
  children,
}: {
  number: number;
  title: string;
  isDone: boolean;
  isNow: boolean;
  children: ReactNode;
}) {
  return (
    <li aria-current={isNow ? "step" : undefined} className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3">
      <span
        aria-hidden="true"
        className={classNames(
          "flex size-8 items-center justify-center rounded-full border text-14 font-semibold",
          isDone
            ? "border-gain bg-gain-tint text-gain"
            : isNow
              ? "border-primary text-primary"
              : "border-line text-muted",
        )}
      >
        {isDone ? "✓" : number}
      </span>
      <div className="min-w-0">
        <h3 className={classNames("font-sans text-16 leading-8 font-semibold tracking-normal", !isNow && "text-muted")}>
          {isDone ? texts.stepDone({ title, hidden: (text) => <span className="sr-only">{text}</span> }) : title}
        </h3>
        {isNow ? <div className="mt-1">{children}</div> : null}
      </div>
    </li>
  );
}

function AddMoney() {
  const settings = usePublicSettings();
  const practice = useCallMutation(givePracticeMoney, [
    getCurrentUser,
    getPackageTier,
    listDeposits,
    listNotifications,
  ]);
  if (settings.status !== "ready" || settings.data.mode === "live") {
    return <LinkButton href="/deposit">{texts.stepDeposit}</LinkButton>;
  }
  const start = () =>
    practice.mutate({}, { onError: (error) => toast.bad(texts.error, failureText(error, texts.practiceMoneyFailed)) });
  return (
    <>
      <p className="mb-3 text-14 text-muted">
        {texts.practiceMoneyLead({ practiceAmount: formatAmount(PRACTICE_AMOUNT) })}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          className="whitespace-normal max-sm:w-full"
          pending={practice.isPending}
          pendingLabel={texts.adding}
          onClick={start}
        >
          {texts.practiceMoneyAdd}
        </Button>
        <LinkButton href="/deposit" look="quiet" className="max-sm:w-full">
          {texts.stepDepositInstead}
        </LinkButton>
      </div>
    </>
  );
}
