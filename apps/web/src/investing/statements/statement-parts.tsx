import {
  getStatementCsv,
  getStatementPdf,
  type Statement,
  type StatementFigures,
  type StatementLine,
} from "@wazi/contracts";
import { type ReactNode, useState } from "react";
import { fromCents, toCents } from "../../lib/cents.ts";
import { formatDay, formatDayAndTime, formatShortDay, formatTime } from "../../lib/format-date.ts";
import { formatMonth } from "../../lib/format-month.ts";
import { Button } from "../../ui/button.tsx";
import { Money } from "../../ui/money.tsx";
import * as texts from "../../messages/statements.ts";
import { ThreadFigures } from "../../ui/thread-figures.tsx";
import { formatQuery } from "../../lib/api-client.ts";
import { DownloadLink } from "../../ui/download-link.tsx";

/** The month from the address if it has a statement, otherwise the newest month. */
export function pickMonth(wanted: string | null, months: readonly { month: string }[]): string | undefined {
  return months.find(({ month }) => month === wanted)?.month ?? months[0]?.month;
}

const PER_PAGE = 50;

/** The other figures that a line can change. */
const otherFigures: readonly {
  figure: keyof StatementFigures;
  name: string;
}[] = [
  { figure: "invested", name: texts.inBots },
  { figure: "onHold", name: texts.onHold },
  { figure: "runningProfit", name: texts.grantedProfit },
];

/** The movements of a month, oldest first, each with its effect on the balance and the balance after it. */
export function StatementLines({ lines, leftOut }: { lines: readonly StatementLine[]; leftOut: number }) {
  const [shown, setShown] = useState(PER_PAGE);
  return (
    <>
      <ol className="-my-2 divide-y divide-line">
        {lines.slice(0, shown).map((line) => (
          <LineRow key={line.id} line={line} />
        ))}
      </ol>
      {lines.length > shown ? (
        <Button look="secondary" className="mt-4 w-full" onClick={() => setShown(shown + PER_PAGE)}>
          {texts.showMore}
        </Button>
      ) : null}
      {leftOut > 0 && shown >= lines.length ? (
        <p className="mt-4 text-14 text-muted">{texts.linesLeftOut({ leftOut: leftOut.toLocaleString("en-US") })}</p>
      ) : null}
    </>
  );
}

function LineRow({ line }: { line: StatementLine }) {
  const { at, text, amounts, balances } = line;
  const others = otherFigures.filter(({ figure }) => toCents(amounts[figure]) !== 0n);
  const isBalanceMoved = toCents(amounts.balance) !== 0n;
  return (
    <li className="flex items-stretch gap-3 py-2 sm:gap-4" data-testid="statement-line">
      <time
        dateTime={at}
        title={formatDayAndTime(at)}
        className="figure flex w-13 shrink-0 flex-col py-1.5 text-14 leading-5 text-muted sm:w-14"
      >
        <span className="text-ink">{formatShortDay(at)}</span>
        <span>{formatTime(at)}</span>
      </time>
      <div className="margin-rule grid min-w-0 flex-1 gap-x-6 gap-y-2 py-1.5 pl-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:pl-4">
        <div className="min-w-0">
          <p className="break-words">{text}</p>
          {others.length === 0 ? null : (
            <p className="mt-1 flex flex-wrap gap-x-4 text-14 text-muted">
              {others.map(({ figure, name }) => (
                <span key={figure}>
                  {name} <Change value={amounts[figure]} />
                </span>
              ))}
            </p>
          )}
        </div>
        <p className="flex flex-wrap items-baseline justify-between gap-x-3 whitespace-nowrap sm:min-w-36 sm:flex-col sm:items-end">
          <span className="text-16 font-semibold">
            {isBalanceMoved ? <Change value={amounts.balance} /> : <span className="text-muted">{texts.noChange}</span>}
          </span>
          <span className="text-14 text-muted">
            {texts.balance({
              balance: <Money value={balances.balance} className="text-ink" testId="line-balance" />,
            })}
          </span>
        </p>
      </div>
    </li>
  );
}

/** A signed amount without the colours of gain and loss. */
function Change({ value }: { value: string }) {
  const isUp = toCents(value) > 0n;
  return (
    <span className="whitespace-nowrap text-ink">
      {isUp ? "+" : "−"}
      <Money value={value.replace(/^-/, "")} />
    </span>
  );
}

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

/** Downloads of the month's statement. The server creates them from the same entries. */
export function StatementFiles({ month }: { month: string }) {
  const query = formatQuery({ month });
  return (
    <div className="flex gap-3">
      <DownloadLink href={getStatementPdf.path + query} label={texts.downloadPdfLabel({ month: formatMonth(month) })}>
        {texts.pdf}
      </DownloadLink>
      <DownloadLink href={getStatementCsv.path + query} label={texts.downloadCsvLabel({ month: formatMonth(month) })}>
        {texts.csv}
      </DownloadLink>
    </div>
  );
}
