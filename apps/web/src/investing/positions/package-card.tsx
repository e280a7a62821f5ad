import type { PackageTier } from "@wazi/contracts";
import { Money } from "../../ui/money.tsx";
import { plans } from "../../content/plans.ts";
import { classNames } from "../../lib/class-names.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import * as texts from "../../messages/investments.ts";

export function PackageCard({ tier }: { tier: PackageTier }) {
  return (
    <Sheet title={texts.yourPackage}>
      <div className="grid gap-6 lg:grid-cols-[1fr_auto] lg:items-center lg:gap-10">
        <div className="min-w-0">
          <div className="flex flex-wrap items-baseline gap-x-8 gap-y-2">
            <p className="font-display text-32 font-semibold">{tier.tierName}</p>
            <p className="text-muted">
              {texts.botsUnlocked({ maxBots: <span className="figure font-semibold text-ink">{tier.maxBots}</span> })}
            </p>
            <p className="text-muted">
              {texts.packageDeposits({
                totalDeposits: <Money value={tier.totalDeposits.toFixed(2)} className="font-semibold text-ink" />,
              })}
            </p>
          </div>
          <p className="mt-2 max-w-prose text-14 text-muted">{texts.packageDepositsAbout}</p>
          <TierThread tier={tier} />
        </div>
        {tier.nextTier === null ? <PremiumBox /> : <UpgradeBox next={tier.nextTier} />}
      </div>
    </Sheet>
  );
}

/** The packages as knots on the thread; reached packages are filled. */
function TierThread({ tier }: { tier: PackageTier }) {
  return (
    <ol className="mt-6 grid grid-cols-3">
      {plans.map((plan, index) => {
        const isReached = tier.totalDeposits >= plan.minDeposit;
        return (
          <li key={plan.tier} className="relative pt-6 pr-2">
            <span
              aria-hidden="true"
              className={classNames(
                "absolute top-[5px] left-0 h-0.5",
                index === plans.length - 1 ? "w-0" : "w-full",
                tier.totalDeposits >= (plans[index + 1]?.minDeposit ?? Infinity) ? "bg-accent" : "bg-line",
              )}
            />
            <span
              aria-hidden="true"
              className={classNames(
                "knot absolute top-0 left-0",
                !isReached && "!bg-surface ring-2 ring-outline ring-inset",
              )}
            />
            <p className={classNames("text-14 font-semibold", !isReached && "text-muted")}>{plan.name}</p>
            <p className="figure text-14 text-muted">
              ${plan.minDeposit.toLocaleString("en-US")}
              <span className="max-sm:block">
                {(isReached ? texts.packageBotsReached : texts.packageBotsNotReached)({
                  span: <span className="max-sm:hidden"> · </span>,
                  bots: plan.bots,
                  hidden: (text) => <span className="sr-only">{text}</span>,
                })}
              </span>
            </p>
          </li>
        );
      })}
    </ol>
  );
}

function UpgradeBox({ next }: { next: NonNullable<PackageTier["nextTier"]> }) {
  return (
    <div className="rounded-sm bg-sunken p-5 lg:w-80">
      <p className="text-14 text-muted">{texts.nextPackage}</p>
      <p className="font-display text-24 font-semibold">{next.name}</p>
      <p className="mt-1 mb-4 text-14 text-muted">
        {texts.packageNext({ amount: next.amount.toLocaleString("en-US"), bots: next.bots })}
      </p>
      <LinkButton href="/deposit" look="secondary" className="w-full">
        {texts.packageUpgrade}
      </LinkButton>
    </div>
  );
}

function PremiumBox() {
  return (
    <div className="kuba rounded-sm bg-panel p-5 text-on-panel [--kuba-ink:var(--on-panel)] [--kuba-strength:0.1] lg:w-80">
      <p className="text-14 text-panel-muted">{texts.premiumTier}</p>
      <p className="font-display text-24 font-semibold">{texts.maximumAccess}</p>
      <p className="mt-1 text-14">{texts.packageAllUnlocked}</p>
    </div>
  );
}
