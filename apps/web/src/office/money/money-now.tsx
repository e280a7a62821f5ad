import type { ReactNode } from "react";
import { formatDayAndTime } from "../../lib/format-date.ts";
import { Money } from "../../ui/money.tsx";
import { Panel } from "../display/panel.tsx";
import { SignedMoney } from "../display/signed-money.tsx";
import type { MoneyFlows } from "./api.ts";
import { computeCoverage, describeCoverage } from "./coverage.ts";
import * as texts from "../../messages/admin-money.ts";

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
