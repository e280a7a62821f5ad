import { formatAmount, type PublicStatus } from "@wazi/contracts";
import { Money } from "../../ui/money.tsx";
import { Tag } from "../../ui/tag.tsx";

const MONTH = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

/** What the platform holds and owes, and what administrators adjusted this month. */
export default function BooksCoverage({ status: { coverage, adjustments } }: { status: PublicStatus }) {
  const { held, owed, difference, isCovered } = coverage;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="text-18 font-semibold">
          Held <Money value={held} />
        </span>
        <Tag look={isCovered ? "gain" : "loss"}>
          {isCovered ? "Covers what is owed" : `Short by $${formatAmount(difference.replace(/^-/, ""))}`}
        </Tag>
      </p>
      <p className="mt-1 text-14 text-muted">
        Owed to investors: <Money value={owed} className="font-semibold text-ink" />
      </p>
      <p className="mt-4 text-14 text-muted">
        Held is all money that came in, less payouts, with the result of trading. Owed is every balance, hold and
        position at closed trades. Money that an administrator grants is owed but was never received, so it lowers the
        difference.
      </p>
      <h3 className="mt-6 mb-2 font-sans text-14 font-semibold tracking-normal">
        Adjusted by administrators in {MONTH.format(new Date(adjustments.since))}
      </h3>
      {adjustments.count === 0 ? (
        <p className="text-14 text-muted">Nothing.</p>
      ) : (
        <p className="text-14">
          <span className="figure font-semibold">+${formatAmount(adjustments.given)}</span> given,{" "}
          <span className="figure font-semibold">
            {adjustments.taken === "0.00" ? "$0.00" : `−$${formatAmount(adjustments.taken)}`}
          </span>{" "}
          taken,{" "}
          <span className="text-muted">
            in {adjustments.count} {adjustments.count === 1 ? "adjustment" : "adjustments"}
          </span>
        </p>
      )}
    </>
  );
}
