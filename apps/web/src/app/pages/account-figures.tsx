import type { CurrentUser, UserBot } from "@wazi/contracts";
import { type ReactNode, useState } from "react";
import { usePackageTier, useUserBots } from "../../investing/positions/api.ts";
import { toCents } from "../../lib/cents.ts";
import { computeWorth } from "../../investing/positions/worth.ts";
import { Button } from "../../ui/button.tsx";
import { Money } from "../../ui/money.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { DeferredPart } from "../deferred-part.tsx";
import { ThreadFigures } from "../../ui/thread-figures.tsx";
import * as texts from "../../messages/dashboard.ts";

const loadTransferDialogs = () => import("../../investing/positions/transfer-dialog.tsx");

/** Core portfolios are active bots too, but not of those that a package allows. */
function describeActiveBots(positions: readonly UserBot[] | undefined, maxBots: number): string {
  const portfolios = positions?.filter(({ market }) => market === "portfolio").length ?? 0;
  if (portfolios === 0) return texts.figureBotsOfMax({ maxBots });
  if (maxBots === 0) return texts.figurePortfolios({ portfolios });
  return texts.figureBotsAndPortfolios({ bots: (positions?.length ?? 0) - portfolios, maxBots, portfolios });
}

/** The four main figures of the dashboard, how each is made up, and the two transfers. */
export function AccountFigures({ account }: { account: CurrentUser["account"] }) {
  const [open, setOpen] = useState<"investment" | "profit" | null>(null);
  const positions = useUserBots().data;
  const maxBots = usePackageTier().data?.maxBots;
  const { invested, runningProfit, inBots } = computeWorth(account, positions);
  const fund = positions === undefined ? undefined : invested;
  // Without a bot and without profit there is nothing to transfer, and nothing will be until a bot is active.
  const canTransfer = (positions?.length ?? 0) > 0 || toCents(runningProfit) > 0n;
  const close = () => setOpen(null);

  return (
    <>
      <ThreadFigures
        figures={[
          {
            label: texts.totalBalance,
            figure: <Money value={account.balance} testId="balance" />,
            working: <BalanceWorking account={account} />,
            action: <StatementLink />,
          },
          {
            label: texts.runningProfits,
            figure: <Money value={runningProfit} change testId="running-profit" />,
            working: <ProfitWorking account={account} />,
            action: canTransfer ? (
              <TransferButton
                label={texts.transferProfitLabel}
                disabled={toCents(runningProfit) <= 0n}
                onClick={() => setOpen("profit")}
              />
            ) : null,
          },
          {
            label: texts.activeBots,
            figure:
              positions === undefined ? (
                <Skeleton className="h-8 w-10" />
              ) : (
                <span className="figure" data-testid="active-bots">
                  {positions.length}
                </span>
              ),
            working: maxBots === undefined ? null : describeActiveBots(positions, maxBots),
          },
          {
            label: texts.investmentFund,
            figure:
              fund === undefined ? <Skeleton className="h-8 w-32" /> : <Money value={fund} testId="investment-fund" />,
            working: (
              <WorkingLine term={texts.valueNow}>
                {positions === undefined ? null : <Money value={inBots} testId="value-now" />}
              </WorkingLine>
            ),
            action: canTransfer ? (
              <TransferButton
                label={texts.transferInvestmentLabel}
                disabled={fund === undefined || toCents(fund) <= 0n}
                onClick={() => setOpen("investment")}
              />
            ) : null,
          },
        ]}
      />
      {open === null ? null : (
        <DeferredPart
          load={loadTransferDialogs}
          loading={null}
          failed={<PartFailed />}
          props={{ kind: open, runningProfit, positions: positions ?? [], onClose: close }}
        />
      )}
    </>
  );
}

function PartFailed() {
  return (
    <p role="alert" className="mt-3 text-14">
      {texts.dialogFailed}
    </p>
  );
}

function BalanceWorking({ account }: { account: CurrentUser["account"] }) {
  return (
    <>
      <WorkingLine term={texts.depositFunds}>
        <Money value={account.depositFunds} testId="deposit-funds" />
      </WorkingLine>
      <WorkingLine term={texts.profitFunds}>
        <Money value={account.profitFunds} testId="profit-funds" />
      </WorkingLine>
      {toCents(account.withdrawalHold) === 0n ? null : (
        <WorkingLine term={texts.balanceOnHold}>
          <Money value={account.withdrawalHold} testId="withdrawal-hold" />
        </WorkingLine>
      )}
    </>
  );
}

function StatementLink() {
  return (
    <span className="inline-flex min-h-11 items-center text-14">
      <TextLink href="/statement">{texts.figureStatementLink}</TextLink>
    </span>
  );
}

function ProfitWorking({ account }: { account: CurrentUser["account"] }) {
  return (
    <>
      <p>{texts.profitWorking}</p>
      {toCents(account.adjustmentProfit) === 0n ? null : (
        <p>{texts.profitAdjustments({ adjustmentProfit: <Money value={account.adjustmentProfit} /> })}</p>
      )}
    </>
  );
}

function WorkingLine({ term, children }: { term: string; children: ReactNode }) {
  return (
    <p className="flex justify-between gap-4 lg:max-w-60">
      <span>{term}</span>
      <span className="font-medium text-ink">{children}</span>
    </p>
  );
}

function TransferButton({ label, disabled, onClick }: { label: string; disabled: boolean; onClick: () => void }) {
  return (
    <Button look="secondary" className="max-lg:w-full" aria-label={label} disabled={disabled} onClick={onClick}>
      {texts.transfer}
    </Button>
  );
}
