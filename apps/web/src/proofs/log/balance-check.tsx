import type { BalanceProofAnswer } from "@wazi/contracts";
import { useState } from "react";
import { formatDayAndTime } from "../../lib/format-date.ts";
import { Button } from "../../ui/button.tsx";
import { InfoList } from "../../ui/info-list.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { checkOwnBalance, type CheckStep, type OwnBalanceCheck } from "./check-own-balance.ts";
import { formatCents } from "./format-cents.ts";
import * as texts from "../../messages/proofs.ts";

const FILE_NAME = "wazi-balance.json";

/** The amount owed at the snapshot, and its check, step by step. */
export function BalanceCheck({ answer }: { answer: BalanceProofAnswer }) {
  const [check, setCheck] = useState<OwnBalanceCheck | "running" | "failed" | null>(null);
  const { available, inPositions, held } = answer.proof;
  const sum = String(BigInt(available) + BigInt(inPositions) + BigInt(held));
  const run = (): void => {
    setCheck("running");
    checkOwnBalance(answer).then(setCheck, () => setCheck("failed"));
  };
  return (
    <div className="grid gap-6">
      <Sheet title={texts.checkTitle({ takenAt: formatDayAndTime(answer.takenAt) })}>
        <dl className="grid max-w-[60ch] gap-2">
          <Line name={texts.available} cents={available} />
          <Line name={texts.checkInBots} cents={inPositions} />
          <Line name={texts.checkHeld} cents={held} />
          <Line name={texts.total} cents={sum} isTotal />
        </dl>
        <p className="mt-4 mb-5 text-14 text-muted">
          {texts.checkLead({ link: (text) => <TextLink href="/statement">{text}</TextLink> })}
        </p>
        <Button pending={check === "running"} onClick={run}>
          {texts.checkSubmit}
        </Button>
      </Sheet>
      {check === "failed" ? (
        <Notice look="danger" role="alert" title={texts.checkFailedTitle}>
          {texts.checkNoAnswer}
        </Notice>
      ) : null}
      {check !== null && typeof check === "object" ? <Result check={check} /> : null}
      <Sheet title={texts.meaningTitle}>
        <InfoList items={[texts.meaningTotal, texts.meaningNotReserves, texts.meaningMoreInvestors]} />
        <p className="mt-4 text-14">
          <TextLink href="/proofs">{texts.checkProofsLink}</TextLink>
        </p>
      </Sheet>
    </div>
  );
}

function Line({ name, cents, isTotal = false }: { name: string; cents: string; isTotal?: boolean }) {
  return (
    <div className={`flex justify-between gap-4 ${isTotal ? "border-t border-line pt-2 font-semibold" : ""}`}>
      <dt>{name}</dt>
      <dd className="figure">${formatCents(cents)}</dd>
    </div>
  );
}

function Result({ check: { steps, file } }: { check: OwnBalanceCheck }) {
  return (
    <Sheet title={texts.resultTitle}>
      <div role="status">
        <ol className="grid gap-4">
          {steps.map((step, index) => (
            <Step key={step.title} step={step} number={index + 1} />
          ))}
        </ol>
      </div>
      {file === null ? null : (
        <p className="mt-5">
          <a
            className="text-14 font-semibold text-primary underline"
            download={FILE_NAME}
            href={`data:application/json,${encodeURIComponent(JSON.stringify(file))}`}
          >
            {texts.resultSave}
          </a>
          <span className="mt-1 block text-14 text-muted">{texts.resultSaveHint}</span>
        </p>
      )}
    </Sheet>
  );
}

const looks = {
  right: "bg-gain-tint text-gain",
  wrong: "bg-loss-tint text-loss",
  open: "bg-accent-tint text-ink",
} as const;

function Step({ step: { title, text, result }, number }: { step: CheckStep; number: number }) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden="true"
        className={`figure mt-0.5 flex size-7 shrink-0 items-center justify-center rounded-sm text-14 font-semibold ${looks[result]}`}
      >
        {result === "wrong" ? "!" : number}
      </span>
      <div>
        <p className="font-semibold">
          {title} <span className="sr-only">{`(${result})`}</span>
        </p>
        <p className="text-14 text-muted">{text}</p>
      </div>
    </li>
  );
}
