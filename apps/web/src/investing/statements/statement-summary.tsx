import type { Statement, StatementFigures } from "@wazi/contracts";
import type { ReactNode } from "react";
import { fromCents, toCents } from "../../lib/cents.ts";
import { formatDay } from "../../lib/format-date.ts";
import { Money } from "../../ui/money.tsx";
import { ThreadFigures } from "../../ui/thread-figures.tsx";
import * as texts from "../../messages/statements.ts";

/** The balance at the start of the month, the change and the balance at its end. */
export function StatementSummary({ statement }: { statement: Statement }) {
  const { opening, closing, from, until, madeAt } = statement;
  const isOver = madeAt >= until;
  const moved = fromCents(toCents(closing.balance) - toCents(opening.balance));
  return (
    <ThreadFigures
      figures={[
        {
          label: texts.figureOpening,
          figure: <Money value={opening.balance} testId="opening-balance" />,
          working: <Working figures={opening} when={texts.onFrom({ from: formatDay(from) })} />,
        },
        {
          label: texts.figureChange,
          figure: <Money value={moved} />,
          working:
            statement.lines.length === 1
              ? texts.monthOneMovement
              : texts.linesMovements({ lines: statement.lines.length + statement.leftOut }),
        },
        {
          label: isOver ? texts.figureClosing : texts.balanceNow,
          figure: <Money value={closing.balance} testId="closing-balance" />,
          working: <Working figures={closing} when={isOver ? texts.atMonthEnd : texts.monthSoFar} />,
        },
      ]}
    />
  );
}

function Working({ figures, when }: { figures: StatementFigures; when: string }) {
  return (
    <div className="grid gap-0.5">
      <p>{when}</p>
      <Row term={texts.depositFunds} value={figures.depositFunds} />
      <Row term={texts.profitFunds} value={figures.profitFunds} />
      <OptionalRow term={texts.rowOnHold} value={figures.onHold} />
      <OptionalRow term={texts.rowInBots} value={figures.invested} />
      <OptionalRow term={texts.rowGrantedProfit} value={figures.runningProfit} />
    </div>
  );
}

/** Shown only if it is not zero. */
function OptionalRow({ term, value }: { term: string; value: string }): ReactNode {
  return toCents(value) === 0n ? null : <Row term={term} value={value} />;
}

function Row({ term, value }: { term: string; value: string }) {
  return (
    <p className="flex justify-between gap-4 lg:max-w-72">
      <span>{term}</span>
      <Money value={value} className="font-medium text-ink" />
    </p>
  );
}
