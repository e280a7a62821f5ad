import type { Operations } from "@wazi/contracts";
import type { ReactNode } from "react";
import { Tag } from "../../ui/tag.tsx";
import { Age } from "../display/age.tsx";
import { formatCount } from "../display/format-count.ts";
import * as texts from "../../messages/admin-operations.ts";

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
        { name: texts.responsesQuarterHour, value: <Share {...answers.last15Minutes} /> },
        { name: texts.responsesDay, value: <Share {...answers.last24Hours} /> },
      ]}
    />
  );
}

function Share({ answers, serverErrors }: Operations["answers"]["last24Hours"]) {
  return (
    <span className="figure">
      {texts.responsesShare({
        serverErrors: (
          <span className={serverErrors === 0 ? undefined : "font-semibold text-loss"}>
            {formatCount(serverErrors, texts.serverError)}
          </span>
        ),
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
          { name: texts.heldBy, value: <span className="break-all">{lease.holder}</span> },
          { name: texts.token, value: <span className="figure">{lease.token}</span> },
          ...(lease.isAlive ? [] : [{ name: texts.expired, value: <Age at={lease.expiresAt} /> }]),
        ]}
      />
      <p className="mt-3 text-14 text-muted">{texts.leaseExplained}</p>
    </>
  );
}
