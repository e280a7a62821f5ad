import type { CurrentUser } from "@wazi/contracts";
import { type ReactNode, useState } from "react";
import { usePackageTier, useUserBots } from "../../features/investments/api.ts";
import { InvestmentTransferDialog } from "../../features/investments/investment-transfer-dialog.tsx";
import { ProfitTransferDialog } from "../../features/investments/profit-transfer-dialog.tsx";
import { sumCents, toCents } from "../../lib/cents.ts";
import { Button } from "../../ui/button.tsx";
import { Money } from "../../ui/money.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { ThreadFigures } from "../../ui/thread-figures.tsx";

/** The four main figures of the dashboard, how each is made up, and the two transfers. */
export function AccountFigures({ account }: { account: CurrentUser["account"] }) {
  const [open, setOpen] = useState<"investment" | "profit" | null>(null);
  const positions = useUserBots().data;
  const maxBots = usePackageTier().data?.maxBots;
  const fund = positions === undefined ? undefined : sumCents(positions.map((position) => position.allocatedAmount));
  const close = () => setOpen(null);

  return (
    <>
      <ThreadFigures
        figures={[
          {
            label: "Total Balance",
            figure: <Money value={account.balance} testId="balance" />,
            working: <BalanceWorking account={account} />,
            action: <StatementLink />,
          },
          {
            label: "Running Profits",
            figure: <Money value={account.totalProfit} change testId="running-profit" />,
            working: <ProfitWorking account={account} />,
            action: (
              <TransferButton
                label="Transfer running profits"
                disabled={toCents(account.totalProfit) <= 0n}
                onClick={() => setOpen("profit")}
              />
            ),
          },
          {
            label: "Active Bots",
            figure:
              positions === undefined ? (
                <Skeleton className="h-8 w-10" />
              ) : (
                <span className="figure" data-testid="active-bots">
                  {positions.length}
                </span>
              ),
            working: maxBots === undefined ? null : `of ${maxBots} in your package`,
          },
          {
            label: "Investment Fund",
            figure:
              fund === undefined ? <Skeleton className="h-8 w-32" /> : <Money value={fund} testId="investment-fund" />,
            working: (
              <WorkingLine term="Value now">
                {positions === undefined ? null : <Money value={sumCents(positions.map(({ value }) => value))} />}
              </WorkingLine>
            ),
            action: (
              <TransferButton
                label="Transfer from investment fund"
                disabled={fund === undefined || toCents(fund) <= 0n}
                onClick={() => setOpen("investment")}
              />
            ),
          },
        ]}
      />
      {open === "investment" ? <InvestmentTransferDialog positions={positions ?? []} onClose={close} /> : null}
      {open === "profit" ? (
        <ProfitTransferDialog runningProfit={account.totalProfit} positions={positions ?? []} onClose={close} />
      ) : null}
    </>
  );
}

function BalanceWorking({ account }: { account: CurrentUser["account"] }) {
  return (
    <>
      <WorkingLine term="Deposit Funds">
        <Money value={account.depositFunds} testId="deposit-funds" />
      </WorkingLine>
      <WorkingLine term="Profit Funds">
        <Money value={account.profitFunds} testId="profit-funds" />
      </WorkingLine>
      {toCents(account.withdrawalHold) === 0n ? null : (
        <WorkingLine term="On hold for a withdrawal">
          <Money value={account.withdrawalHold} testId="withdrawal-hold" />
        </WorkingLine>
      )}
    </>
  );
}

function StatementLink() {
  return (
    <span className="inline-flex min-h-11 items-center text-14">
      <TextLink href="/statement">Where does this come from?</TextLink>
    </span>
  );
}

function ProfitWorking({ account }: { account: CurrentUser["account"] }) {
  return (
    <>
      <p>Your share of what your bots gained or lost</p>
      {toCents(account.adjustmentProfit) === 0n ? null : (
        <p>
          of which adjustments <Money value={account.adjustmentProfit} />
        </p>
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
      Transfer
    </Button>
  );
}
