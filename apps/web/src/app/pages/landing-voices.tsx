import { verdictNames } from "../../content/verdicts.ts";
import { reloadRecords, useEvidenceOfAll } from "./landing-record.ts";
import { buildWorkedExamples, type WorkedExample } from "../../investing/evidence/worked-examples.ts";
import { formatInterval, formatYearRange } from "../../lib/format-statistic.ts";
import { BacktestTag } from "../../ui/backtest-tag.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { LandingPartFailed, VoicesSkeleton } from "./landing-skeletons.tsx";
import * as texts from "../../messages/landing.ts";

const titles: Readonly<Record<WorkedExample["kind"], string>> = {
  year: texts.voiceYearTitle,
  costs: texts.voiceCostsTitle,
  fall: texts.voiceFallTitle,
};

/** Three worked examples from the recorded evidence. One of them is a loss. */
export default function Voices() {
  const evidence = useEvidenceOfAll();
  if (evidence.status === "loading") return <VoicesSkeleton />;
  if (evidence.status === "failed") {
    return <LandingPartFailed title={texts.voicesFailedTitle} onRetry={reloadRecords} />;
  }
  const examples = buildWorkedExamples(evidence.data);
  if (examples.length === 0) return <p className="text-muted">{texts.voicesEmpty}</p>;
  return (
    <>
      <p className="mb-6 flex flex-wrap pl-9 lg:pl-0 items-center gap-x-4 gap-y-2 text-muted">
        {texts.voicesLead({
          backtestTag: <BacktestTag />,
          link: (text) => <TextLink href="/how-to-read">{text}</TextLink>,
        })}
      </p>
      <ul className="grid gap-4 xl:grid-cols-3">
        {examples.map((example) => (
          <Example key={example.kind} example={example} />
        ))}
      </ul>
    </>
  );
}

function Example({ example }: { example: WorkedExample }) {
  const { kind, botName, from, to, headline, before, after, working } = example;
  const isLoss = after < before;
  return (
    <li
      className="flex flex-col rounded-md border border-dashed border-outline bg-surface p-6"
      data-testid="worked-example"
    >
      <h3 className="text-18">{titles[kind]}</h3>
      <p className="text-14 text-muted">
        {botName}, {formatYearRange(from, to)}
      </p>
      <p className="mt-4 flex flex-wrap items-baseline gap-x-2 text-24 font-semibold">
        <span className="figure text-muted">${before.toLocaleString("en-US")}</span>
        <span aria-hidden="true">→</span>
        <span className={`figure ${isLoss ? "text-loss" : "text-gain"}`}>
          <span aria-hidden="true" className="text-14">
            {isLoss ? "▼" : "▲"}{" "}
          </span>
          ${after.toLocaleString("en-US")}
        </span>
      </p>
      <p className="mt-1">{working}</p>
      <div className="mt-auto pt-6">
        <p className="border-t border-line pt-4 text-14 text-muted">
          {headline.sharpe === null
            ? verdictNames[headline.verdict]
            : texts.voiceVerdictSharpe({
                verdict: verdictNames[headline.verdict],
                sharpe: formatInterval(headline.sharpe),
              })}
        </p>
      </div>
    </li>
  );
}
