import type { Operations } from "@wazi/contracts";
import type { ReactNode } from "react";
import { FeedTag, Tag } from "../../ui/tag.tsx";
import { Age, formatUtc } from "../display/age.tsx";
import { formatCount } from "../display/format-count.ts";
import * as texts from "../../messages/admin-operations.ts";
import { TextLink } from "../../ui/text-link.tsx";
import { describeEntryRefusal, getFeedIssueLabel, getQueueLabels } from "./labels.ts";
import { describeHealthy, findIssues, isOverdueWork, isPriceStale, type Issue } from "./health.ts";
import { Notice } from "../../ui/notice.tsx";

const HEALTHY_TITLE = texts.summaryHealthy;

/** A summary of the system, with links to the sections that have issues. */
export function HealthSummary({ operations, isCutOff }: { operations: Operations; isCutOff: boolean }) {
  const troubles = findIssues(operations);
  if (isCutOff) {
    return (
      <Notice look="danger" role="alert" title={texts.summaryUnreachable}>
        {texts.summaryStale({ at: formatUtc(operations.at) })}
      </Notice>
    );
  }
  const faults = troubles.filter((each) => !isOverdueWork(each));
  const work = troubles.filter(isOverdueWork);
  const faultTitle = texts.summaryFaults({ faults: faults.length });
  const workTitle = texts.summaryQueues({ queues: work.length });
  const titles = [...(faults.length === 0 ? [] : [faultTitle]), ...(work.length === 0 ? [] : [workTitle])];
  return (
    <div data-testid="verdict" className="grid gap-2">
      {/* Only the titles are announced, as the ages below them change with every refresh. */}
      <p role="status" className="sr-only">
        {titles.length === 0 ? HEALTHY_TITLE : titles.join(", ")}
      </p>
      {titles.length === 0 ? (
        <Notice look="good" title={HEALTHY_TITLE}>
          <p>{describeHealthy(operations)}</p>
        </Notice>
      ) : null}
      {faults.length === 0 ? null : <IssueList look="danger" title={faultTitle} troubles={faults} />}
      {work.length === 0 ? null : <IssueList look="warning" title={workTitle} troubles={work} />}
    </div>
  );
}

function IssueList({
  look,
  title,
  troubles,
}: {
  look: "danger" | "warning";
  title: string;
  troubles: readonly Issue[];
}) {
  return (
    <Notice look={look} title={title}>
      <ul className="grid gap-0.5">
        {troubles.map(({ text, part }) => (
          <li key={text}>
            <a href={`#${part}`} className="inline-block py-1 underline underline-offset-4 hover:text-primary">
              {text}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

interface Fact {
  name: string;
  value: ReactNode;
}

/** Names and values, one line each. */
function FactRows({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="divide-y divide-line border-y border-line text-14">
      {facts.map(({ name, value }) => (
        <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The number of API responses and of server errors. */
export function ResponseFacts({ answers }: { answers: Operations["answers"] }) {
  return (
    <FactRows
      facts={[
        {
          name: texts.responsesQuarterHour,
          value: <Share {...answers.last15Minutes} />,
        },
        { name: texts.responsesDay, value: <Share {...answers.last24Hours} /> },
      ]}
    />
  );
}

function Share({ answers, serverErrors }: Operations["answers"]["last24Hours"]) {
  return (
    <span className="figure">
      {texts.responsesShare({
        serverErrors,
        errors: (text) => <span className={serverErrors === 0 ? undefined : "font-semibold text-loss"}>{text}</span>,
        answers: formatCount(answers, "response"),
      })}
    </span>
  );
}

/** The trader process that holds the lease. */
export function LeaseFacts({ lease }: { lease: Operations["lease"] }) {
  if (lease === null) return <p className="text-14 text-muted">{texts.leaseNeverStarted}</p>;
  return (
    <>
      <p className="mb-3">
        <Tag look={lease.isAlive ? "gain" : "loss"}>{lease.isAlive ? texts.leaseAlive : texts.leaseLost}</Tag>
      </p>
      <FactRows
        facts={[
          {
            name: texts.heldBy,
            value: <span className="break-all">{lease.holder}</span>,
          },
          {
            name: texts.token,
            value: <span className="figure">{lease.token}</span>,
          },
          ...(lease.isAlive ? [] : [{ name: texts.expired, value: <Age at={lease.expiresAt} /> }]),
        ]}
      />
      <p className="mt-3 text-14 text-muted">{texts.leaseExplained}</p>
    </>
  );
}

/** The number of pending items per queue, and the age of the oldest. */
export function QueuesList({ queues }: { queues: Operations["queues"] }) {
  if (queues.length === 0) return <p className="text-14 text-muted">{texts.noQueues}</p>;
  return (
    <table className="w-full text-14">
      <thead className="sr-only">
        <tr>
          <th scope="col">{texts.queue}</th>
          <th scope="col">{texts.waiting}</th>
          <th scope="col">{texts.oldest}</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {queues.map(({ name, count, oldestAt }) => {
          const { name: words, href, overdueAfterMs } = getQueueLabels(name);
          return (
            <tr key={name}>
              <th scope="row" className="py-2 text-left font-normal">
                {href === null ? words : <TextLink href={href}>{words}</TextLink>}
              </th>
              <td className="figure px-3 py-2 text-right font-semibold">{count.toLocaleString("en-US")}</td>
              <td className="py-2 text-right text-muted">
                {oldestAt === null ? (
                  texts.nonePending
                ) : (
                  <>
                    {texts.queueOldest({
                      oldestAt: <Age at={oldestAt} warnAfterMs={overdueAfterMs ?? undefined} />,
                    })}
                  </>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The age of the prices of each feed. */
export function FeedsHealth({ operations: { feeds, at } }: { operations: Operations }) {
  if (feeds.length === 0) return <p className="text-14 text-muted">{texts.feedsNoPrices}</p>;
  return (
    <ul className="-my-2 divide-y divide-line text-14">
      {feeds.map(({ feed, symbols, newestPriceAt, oldestPriceAt, oldestSymbol }) => (
        <li key={feed} className="grid gap-1 py-2">
          <p className="flex flex-wrap items-center justify-between gap-x-4">
            <span className="flex items-center gap-3">
              <FeedTag feed={feed} />
              <span className="text-muted">{formatCount(symbols, "symbol")}</span>
            </span>
            <span className="flex items-center gap-2">
              {isPriceStale(newestPriceAt, at) ? <Tag look="loss">{texts.stopped}</Tag> : null}
              <Age at={newestPriceAt} className="font-semibold" />
            </span>
          </p>
          <p className="flex flex-wrap justify-between gap-x-4 text-muted">
            <span>{texts.oldestOldestsymbol({ oldestSymbol })}</span>
            <Age at={oldestPriceAt} />
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Data issues, latest first, with count and time. */
export function FeedIssues({ troubles }: { troubles: Operations["feedTroubles"] }) {
  if (troubles.length === 0) return <p className="text-14 text-muted">{texts.feedIssuesNone}</p>;
  return (
    <ul
      className="-my-2 max-h-80 divide-y divide-line overflow-auto text-14"
      tabIndex={0}
      aria-label={texts.feedIssuesLabel}
    >
      {troubles.map(({ feed, symbol, kind, message, count, firstAt, lastAt }) => (
        <li key={`${feed} ${symbol} ${kind}`} className="py-2">
          <p className="flex flex-wrap justify-between gap-x-4">
            <span className="font-semibold">
              {getFeedIssueLabel(kind)}
              {symbol === null ? "" : `: ${symbol}`}
            </span>
            <Age at={lastAt} />
          </p>
          <p className="break-words text-muted">
            {message} {count === 1 ? "" : <Times count={count} firstAt={firstAt} />}
          </p>
        </li>
      ))}
    </ul>
  );
}

function Times({ count, firstAt }: { count: number; firstAt: string }) {
  return (
    <>
      {texts.feedIssueTimes({
        count: count.toLocaleString("en-US"),
        firstAt: <Age at={firstAt} />,
      })}
    </>
  );
}

/** Entries that a limit refused or reduced, latest first. */
export function EntryRefusals({ refusals }: { refusals: Operations["entryRefusals"] }) {
  if (refusals.length === 0) return <p className="text-14 text-muted">{texts.refusalsNone}</p>;
  return (
    <ul
      className="-my-2 max-h-80 divide-y divide-line overflow-auto text-14"
      tabIndex={0}
      aria-label={texts.refusalsLabel}
    >
      {refusals.map((refusal) => (
        <li key={refusal.id} className="py-2">
          <p className="flex flex-wrap justify-between gap-x-4">
            <span className="font-semibold">
              {refusal.botName}: {refusal.symbol}
            </span>
            <Age at={refusal.at} />
          </p>
          <p className="text-muted">{describeEntryRefusal(refusal)}</p>
        </li>
      ))}
    </ul>
  );
}
