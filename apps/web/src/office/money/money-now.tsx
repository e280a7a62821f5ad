import type { ReactNode } from "react";
import { formatDayAndTime } from "../../lib/format-date.ts";
import { Money } from "../../ui/money.tsx";
import { Panel } from "../display/panel.tsx";
import { SignedMoney } from "../display/signed-money.tsx";
import type { MoneyFlows } from "./api.ts";
import * as texts from "../../messages/admin-money.ts";
import { formatAmount } from "@wazi/contracts";
import { fromCents, toCents } from "../../lib/cents.ts";

/** The money held, the money owed and the difference, each with its parts. */
export function MoneyNow({ flows: { now, at } }: { flows: MoneyFlows }) {
  const coverage = computeCoverage(now);
  return (
    <Panel
      title={texts.now}
      aside={
        <time dateTime={at} title={at} className="text-14 text-muted">
          {formatDayAndTime(at)}
        </time>
      }
    >
      <div className="grid gap-8 lg:grid-cols-3">
        <Figure title={texts.held} value={now.held} testId="held">
          <p className="text-14 text-muted">{texts.nowHeldLead}</p>
        </Figure>
        <Figure title={texts.owed} value={now.owed} testId="owed">
          <Parts
            parts={[
              { name: texts.balances, value: now.balances },
              { name: texts.nowPartOnHold, value: now.onHold },
              { name: texts.nowPartAdjustmentProfit, value: now.runningProfit },
              { name: texts.nowPartPositions, value: now.positions },
            ]}
          />
        </Figure>
        <Figure title={texts.nowDifferenceTitle} value={coverage.surplus} testId="coverage">
          <dl className="divide-y divide-line border-y border-line text-14">
            {coverage.parts.map(({ name, value, meaning }) => (
              <div key={name} className="grid grid-cols-[1fr_auto] gap-x-4 py-1.5">
                <dt>{name}</dt>
                <dd>
                  <SignedMoney value={value} />
                </dd>
                <dd className="col-span-2 text-12 text-muted">{meaning}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-2 text-14 text-muted">{describeCoverage(coverage)}</p>
        </Figure>
      </div>
    </Panel>
  );
}

function Figure({
  title,
  value,
  testId,
  children,
}: {
  title: string;
  value: string;
  testId: string;
  children: ReactNode;
}) {
  return (
    <div className="min-w-0">
      <h3 className="font-sans text-14 font-medium tracking-normal text-muted">{title}</h3>
      <p className="mb-2 text-24 font-semibold">
        <Money value={value} testId={testId} />
      </p>
      {children}
    </div>
  );
}

function Parts({ parts }: { parts: readonly { name: string; value: string }[] }) {
  return (
    <dl className="divide-y divide-line border-y border-line text-14">
      {parts.map(({ name, value }) => (
        <div key={name} className="flex justify-between gap-4 py-1.5">
          <dt className="text-muted">{name}</dt>
          <dd>
            <Money value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

type Now = MoneyFlows["now"];

interface CoveragePart {
  name: string;
  value: string;
  /** An explanation of the figure and its sign. */
  meaning: string;
}

/** The difference between held and owed, with its parts. Decimal dollars, negative if more is owed than held. */
interface Coverage {
  /** held − owed */
  surplus: string;
  /** The surplus without open trades. Their gain is already owed, but is held only once they close. */
  surplusBeforeOpenTrades: string;
  /** The parts add up to `surplus`. An unexplained remainder, which should be zero, comes last. */
  parts: readonly CoveragePart[];
}

export function computeCoverage({
  held,
  owed,
  platformIncome,
  adjusted,
  other,
  openTrades,
}: Pick<Now, "held" | "owed" | "platformIncome" | "adjusted" | "other" | "openTrades">): Coverage {
  const beyond = toCents(held) - toCents(owed);
  const known = toCents(platformIncome) - toCents(adjusted) + toCents(other) + toCents(openTrades);
  const parts = [
    {
      name: texts.platformIncome,
      value: platformIncome,
      meaning: texts.coverageIncomeMeaning,
    },
    {
      name: texts.adjustments,
      value: fromCents(-toCents(adjusted)),
      meaning: texts.coverageAdjustmentsMeaning,
    },
    {
      name: texts.coverageRoundingName,
      value: other,
      meaning: texts.coverageRoundingMeaning,
    },
    {
      name: texts.openTrades,
      value: openTrades,
      meaning: texts.coverageOpenTradesMeaning,
    },
  ];
  const unexplained = {
    name: texts.unexplained,
    value: fromCents(beyond - known),
    meaning: texts.coverageUnexplainedMeaning,
  };
  return {
    surplus: fromCents(beyond),
    surplusBeforeOpenTrades: fromCents(beyond - toCents(openTrades)),
    parts: beyond === known ? parts : [...parts, unexplained],
  };
}

/** Explains the coverage in one sentence. */
export function describeCoverage({ surplusBeforeOpenTrades }: Coverage): string {
  const cents = toCents(surplusBeforeOpenTrades);
  if (cents === 0n) return texts.coverageExact;
  return cents > 0n
    ? texts.coverageSurplus({
        surplusBeforeOpenTrades: formatAmount(surplusBeforeOpenTrades),
      })
    : texts.coverageShort({ fromCents: formatAmount(fromCents(-cents)) });
}
