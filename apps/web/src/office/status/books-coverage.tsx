import { formatAmount, type PublicStatus } from "@wazi/contracts";
import { Money } from "../../ui/money.tsx";
import { Tag } from "../../ui/tag.tsx";
import * as texts from "../../messages/status.ts";

const MONTH = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

/** The money that the platform holds and owes, and this month's adjustments. */
export default function BooksCoverage({ status: { coverage, adjustments } }: { status: PublicStatus }) {
  const { held, owed, difference, isCovered } = coverage;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="text-18 font-semibold">{texts.held({ held: <Money value={held} /> })}</span>
        <Tag look={isCovered ? "gain" : "loss"}>
          {isCovered
            ? texts.coverageCovered
            : texts.coverageShort({ replace: formatAmount(difference.replace(/^-/, "")) })}
        </Tag>
      </p>
      <p className="mt-1 text-14 text-muted">
        {texts.coverageOwed({ owed: <Money value={owed} className="font-semibold text-ink" /> })}
      </p>
      <p className="mt-4 text-14 text-muted">{texts.coverageExplained}</p>
      <h3 className="mt-6 mb-2 font-sans text-14 font-semibold tracking-normal">
        {texts.coverageAdjustedTitle({ format: MONTH.format(new Date(adjustments.since)) })}
      </h3>
      {adjustments.count === 0 ? (
        <p className="text-14 text-muted">{texts.nothing}</p>
      ) : (
        <p className="text-14">
          {texts.coverageAdjusted({
            given: <span className="figure font-semibold">+${formatAmount(adjustments.given)}</span>,
            span: (
              <span className="figure font-semibold">
                {adjustments.taken === "0.00" ? "$0.00" : `−$${formatAmount(adjustments.taken)}`}
              </span>
            ),
            count: adjustments.count,
            count2: adjustments.count,
            span2: (text) => <span className="text-muted">{text}</span>,
          })}
        </p>
      )}
    </>
  );
}
