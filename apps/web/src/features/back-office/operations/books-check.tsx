import type { AnswerOf, Operations, reconcileNow } from "@wazi/contracts";
import { failureText } from "../../../lib/api-client.ts";
import { FailureNotice } from "../../../ui/failure-notice.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { Age } from "../display/age.tsx";
import { formatUtc } from "../display/format-age.ts";
import { RowButton } from "../records/row-button.tsx";
import { useReconcileNow } from "./api.ts";
import { formatCount } from "./labels.ts";

type Reconciliation = Operations["reconciliations"][number];
type Found = AnswerOf<typeof reconcileNow>;

/** The server's own limit is one minute. */
const CHECK_TIMEOUT_MS = 75_000;
const FAILURE_DEFAULT = "Failed to check the books";

/** Whether all stored figures match the ledger: the last check, earlier checks, and a new one on request. */
export function BooksCheck({ reconciliations }: { reconciliations: readonly Reconciliation[] }) {
  const check = useReconcileNow();
  const [latest, ...earlier] = reconciliations;

  function checkNow() {
    check.mutate(
      { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) },
      {
        onSuccess: ({ differences }) =>
          differences === 0
            ? toast.good("Success", "The books match the ledger.")
            : toast.bad("Error", `The books differ from the ledger: ${formatCount(differences, "difference")}.`),
        onError: (error) => toast.bad("Error", failureText(error, FAILURE_DEFAULT)),
      },
    );
  }

  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {latest === undefined ? (
          <p className="text-14 text-muted">Not checked yet. The first check runs after start-up.</p>
        ) : (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Result differences={latest.differences} />
            <Age at={latest.checkedAt} className="text-14" />
            <span className="text-14 text-muted">{formatCount(latest.checks, "check")}</span>
          </p>
        )}
        <RowButton
          label={check.isPending ? "Checking..." : "Check now"}
          of="of the books"
          right="manage"
          onClick={() => (check.isPending ? undefined : checkNow())}
        />
      </div>
      {check.isError ? <FailureNotice error={check.error} fallback={FAILURE_DEFAULT} /> : null}
      {check.isSuccess ? <CheckResult found={check.data} /> : null}
      {earlier.length === 0 ? null : <History rows={earlier} />}
    </div>
  );
}

function Result({ differences }: { differences: number }) {
  return <Tag look={differences === 0 ? "gain" : "loss"}>{formatResult(differences)}</Tag>;
}

function formatResult(differences: number): string {
  return differences === 0 ? "No difference" : formatCount(differences, "difference");
}

/** The result of the requested check, with each difference. */
function CheckResult({ found: { checkedAt, checks, differences, found } }: { found: Found }) {
  if (differences === 0) {
    return (
      <Notice look="good" role="status">
        {formatCount(checks, "check")} at {formatUtc(checkedAt)}. All figures match the ledger.
      </Notice>
    );
  }
  return (
    <Notice look="danger" role="alert" title={`${formatCount(differences, "difference")} at ${formatUtc(checkedAt)}`}>
      <ul className="mt-2 grid gap-3" data-testid="differences">
        {found.map(({ check, subject, expected, actual }) => (
          <li key={`${check} ${subject}`}>
            <p className="font-semibold">Failed: {check}</p>
            <p className="break-all">{subject}</p>
            <p>
              Ledger: <span className="figure font-semibold whitespace-normal">{expected}</span>, stored:{" "}
              <span className="figure font-semibold whitespace-normal">{actual}</span>.
            </p>
          </li>
        ))}
      </ul>
      {found.length < differences ? <p className="mt-3">{differences - found.length} more are not listed.</p> : null}
    </Notice>
  );
}

function History({ rows }: { rows: readonly Reconciliation[] }) {
  return (
    <details className="text-14">
      <summary className="inline-flex min-h-11 items-center font-medium text-primary underline underline-offset-4">
        Earlier checks
      </summary>
      <ul
        className="max-h-56 divide-y divide-line overflow-auto border-y border-line"
        tabIndex={0}
        aria-label="Earlier checks"
      >
        {rows.map(({ checkedAt, differences }) => (
          <li key={checkedAt} className="flex justify-between gap-4 py-1.5">
            <time dateTime={checkedAt} className="figure text-muted">
              {formatUtc(checkedAt)}
            </time>
            <span className={differences === 0 ? undefined : "font-semibold text-loss"}>
              {formatResult(differences)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
