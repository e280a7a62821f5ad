import { plans, type Plan } from "../../content/plans.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Tag } from "../../ui/tag.tsx";
import * as texts from "../../messages/landing.ts";

export function Plans() {
  return (
    <ul className="grid gap-4 xl:grid-cols-3 xl:gap-5">
      {plans.map((plan) => (
        <PlanCard key={plan.tier} plan={plan} />
      ))}
    </ul>
  );
}

function PlanCard({ plan }: { plan: Plan }) {
  return (
    <li className="flex flex-col rounded-md border border-line bg-surface p-6">
      <h3 className="text-24">{plan.name}</h3>
      <p className="mt-1 text-muted">{plan.description}</p>
      <dl className="mt-6 divide-y divide-line border-y border-line">
        <div className="flex items-baseline justify-between gap-4 py-3">
          <dt className="text-muted">{texts.minimumDeposit}</dt>
          <dd className="figure text-18 font-semibold">${plan.minDeposit.toLocaleString("en-US")}</dd>
        </div>
        <div className="flex items-baseline justify-between gap-4 py-3">
          <dt className="text-muted">{texts.planSplit}</dt>
          <dd className="figure text-18 font-semibold">
            {plan.userSharePct} : {100 - plan.userSharePct}
          </dd>
        </div>
        <div className="flex items-baseline justify-between gap-4 py-3">
          <dt className="text-muted">{texts.bots}</dt>
          <dd className="figure text-18 font-semibold">{plan.bots}</dd>
        </div>
        <div className="flex items-baseline justify-between gap-4 py-3">
          <dt className="text-muted">{texts.markets}</dt>
          <dd className="text-right font-semibold">{plan.markets}</dd>
        </div>
      </dl>
      {plan.planned.length === 0 ? null : (
        <div className="mt-4 text-14 text-muted">
          <Tag>{texts.planned}</Tag>
          <p className="mt-2">{plan.planned.join(", ")}</p>
        </div>
      )}
      <div className="mt-auto pt-6">
        <LinkButton href="/signup" look="secondary" className="w-full">
          {texts.getStarted}
        </LinkButton>
      </div>
    </li>
  );
}
