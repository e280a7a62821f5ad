import {
  type PayoutOverview,
  type PayoutRailHealth,
  payoutRailLabels,
  type PayoutRailName,
  stopRail,
} from "@wazi/contracts";
import { type ReactNode, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Money } from "../../../ui/money.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { useMissingRightText } from "../../../office/access/admin-access.ts";
import { announce } from "../../../office/decisions/effects.tsx";
import { Age } from "../../../office/display/age.tsx";
import { useResumeRail, useStopRail } from "./api.ts";
import * as texts from "../../../messages/admin-payouts.ts";
import { useForm } from "react-hook-form";
import { schemaResolver } from "../../../lib/schema-resolver.ts";
import { TextAreaField } from "../../../ui/text-area-field.tsx";
import { bindFields } from "../../../office/decisions/use-decision.ts";
import { ConfirmDialog } from "../../../office/decisions/decision-dialog.tsx";

const WAITING_TOO_LONG_MS = 60 * 60_000;

/** Each rail with its switch, its queues with ages, and what it has sent. */
export function RailsHealth({ overview }: { overview: PayoutOverview }) {
  if (overview.rails.length === 0) {
    return (
      <p className="pb-1 text-14 text-muted">{overview.mode === "manual" ? texts.railsManualMode : texts.railsNone}</p>
    );
  }
  return (
    <ul className="divide-y divide-line">
      {overview.rails.map((rail) => (
        <RailRow key={rail.rail} health={rail} />
      ))}
    </ul>
  );
}

function RailRow({ health }: { health: PayoutRailHealth }) {
  const [isOpen, open] = useState(false);
  const resume = useResumeRail();
  const missing = useMissingRightText("money");
  const { rail, stopped, waiting, sent, unknown, sentAmount, dailyLimit, failed24h, lastConfirmedAt } = health;
  const label = payoutRailLabels[rail];
  const resumeRail = (): void =>
    resume.mutate({ params: { rail } }, announce(texts.railResumeDone({ label }), texts.railResumeFailed));
  return (
    <li className="grid gap-3 py-3 text-14">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="flex items-center gap-3 text-16 font-semibold">
          {label}{" "}
          <Tag look={stopped === null ? "gain" : "loss"}>{stopped === null ? texts.sending : texts.stopped}</Tag>
        </p>
        {stopped === null ? (
          <Button
            look="secondary"
            aria-disabled={missing !== undefined}
            title={missing}
            onClick={() => missing ?? open(true)}
          >
            {texts.railStop}
          </Button>
        ) : (
          <Button
            aria-disabled={missing !== undefined}
            title={missing}
            pending={resume.isPending}
            pendingLabel={texts.resuming}
            onClick={() => missing ?? resumeRail()}
          >
            {texts.resumeRail}
          </Button>
        )}
      </div>
      {stopped === null ? null : (
        <p>
          {texts.railStoppedBy({
            firstName: stopped.by.firstName,
            lastName: stopped.by.lastName,
            at: <Age at={stopped.at} />,
            reason: stopped.reason,
          })}
        </p>
      )}
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-3 xl:grid-cols-6">
        <Fact term={texts.approved}>
          <Queue queue={waiting} />
        </Fact>
        <Fact term={texts.sent}>
          <Queue queue={sent} />
        </Fact>
        <Fact term={texts.unknown}>
          <Queue queue={unknown} />
        </Fact>
        <Fact term={texts.railFailedInDay}>{failed24h}</Fact>
        <Fact term={texts.railSentInDay}>
          {dailyLimit === null ? (
            <Money value={sentAmount} />
          ) : (
            texts.railSentOfLimit({
              sentAmount: <Money value={sentAmount} />,
              dailyLimit: <Money value={dailyLimit} />,
            })
          )}
        </Fact>
        <Fact term={texts.lastPaid}>{lastConfirmedAt === null ? texts.neverPaid : <Age at={lastConfirmedAt} />}</Fact>
      </dl>
      {isOpen ? <StopRailDialog rail={rail} onClose={() => open(false)} /> : null}
    </li>
  );
}

function Queue({ queue }: { queue: PayoutRailHealth["waiting"] }) {
  if (queue.oldestAt === null) return <>0</>;
  return (
    <>
      {texts.railQueue({
        count: <span className="font-semibold">{queue.count}</span>,
        oldestAt: <Age at={queue.oldestAt} warnAfterMs={WAITING_TOO_LONG_MS} />,
      })}
    </>
  );
}

/** A term with its figure, within a `dl`. */
export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{term}</dt>
      <dd className="figure">{children}</dd>
    </div>
  );
}

function StopRailDialog({ rail, onClose }: { rail: PayoutRailName; onClose: () => void }) {
  const stop = useStopRail();
  const form = useForm({ resolver: schemaResolver(stopRail.body), defaultValues: { reason: "" } });
  const field = bindFields(form);
  return (
    <ConfirmDialog
      title={texts.stopRail({ rail: payoutRailLabels[rail] })}
      mutation={stop}
      form={form}
      toInput={(body) => ({ params: { rail }, body })}
      submitLabel={texts.railStop}
      pendingLabel={texts.stopping}
      look="danger"
      done={texts.stopDone({ rail: payoutRailLabels[rail] })}
      failed={texts.stopFailed}
      onClose={onClose}
    >
      <p>{texts.stopEffect}</p>
      <TextAreaField
        label={texts.reason}
        hint={texts.stopReasonHint}
        autoComplete="off"
        maxLength={500}
        {...field("reason")}
      />
    </ConfirmDialog>
  );
}
