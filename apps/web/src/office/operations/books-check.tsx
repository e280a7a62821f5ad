import type { AnswerOf, Operations, reconcileNow } from "@wazi/contracts";
import { failureText } from "../../lib/api-client.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Tag } from "../../ui/tag.tsx";
import { toast } from "../../ui/toast-store.ts";
import { Age, formatUtc } from "../display/age.tsx";
import { RowButton } from "../records/row-button.tsx";
import { useReconcileNow } from "./api.ts";
import { formatCount } from "../display/format-count.ts";
import * as texts from "../../messages/admin-operations.ts";

type Reconciliation = Operations["reconciliations"][number];
type Found = AnswerOf<typeof reconcileNow>;

/** The server's own limit is one minute. */
const CHECK_TIMEOUT_MS = 75_000;
const FAILURE_DEFAULT = texts.booksCheckFailed;

/** Shows if the stored figures match the ledger: the last check, earlier checks, and a new one on request. */
export function BooksCheck({
  reconciliations,
  complete,
}: {
  reconciliations: readonly Reconciliation[];
  complete: Reconciliation | null;
}) {
  const check = useReconcileNow();
  const [latest, ...earlier] = reconciliations;

  function checkNow() {
    check.mutate(
      { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) },
      {
        onSuccess: ({ differences }) =>
          differences === 0
            ? toast.good(texts.success, texts.booksMatch)
            : toast.bad(
                texts.error,
                texts.booksDiffer({
                  differences: formatCount(differences, "difference"),
                }),
              ),
        onError: (error) => toast.bad(texts.error, failureText(error, FAILURE_DEFAULT)),
      },
    );
  }

  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {latest === undefined ? (
          <p className="text-14 text-muted">{texts.booksNotChecked}</p>
        ) : (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Result differences={latest.differences} />
            <Age at={latest.checkedAt} className="text-14" />
            <span className="text-14 text-muted">{formatCount(latest.checks, "check")}</span>
          </p>
        )}
        <RowButton
          label={check.isPending ? texts.checking : texts.checkNow}
          spoken={check.isPending ? texts.checkingSpoken : texts.checkNowSpoken}
          right="manage"
          onClick={() => (check.isPending ? undefined : checkNow())}
        />
      </div>
      {latest === undefined ? null : <Reach latest={latest} complete={complete} />}
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
  return differences === 0 ? texts.noDifference : formatCount(differences, "difference");
}

/** Says from when on entries were compared, and when all of them were. */
function Reach({ latest, complete }: { latest: Reconciliation; complete: Reconciliation | null }) {
  const { since, differences } = latest;
  return (
    <div className="grid gap-1 text-14">
      {since === null ? null : (
        <p>
          {texts.booksSinceResult({
            time: formatUtc(since),
            result: differences === 0 ? texts.noDifferencesInSentence : formatCount(differences, "difference"),
          })}
        </p>
      )}
      <p>
        {complete === null ? texts.booksNeverCompared : texts.booksAllCompared({ time: formatUtc(complete.checkedAt) })}
      </p>
      {since === null || complete === null || complete.differences === 0 ? null : (
        <p className="font-semibold text-loss">
          {texts.booksAllDiffer({
            differences: formatCount(complete.differences, "difference"),
          })}
        </p>
      )}
    </div>
  );
}

/** The result of the requested check, with each difference. */
function CheckResult({ found: { checkedAt, checks, differences, found, since } }: { found: Found }) {
  if (differences === 0) {
    const describeChecks = since === null ? texts.booksAllMatch : texts.booksNoDifferences;
    return (
      <Notice look="good" role="status">
        {describeChecks({
          checks: formatCount(checks, "check"),
          checkedAt: formatUtc(checkedAt),
        })}
      </Notice>
    );
  }
  return (
    <Notice
      look="danger"
      role="alert"
      title={texts.booksDifferencesTitle({
        differences: formatCount(differences, "difference"),
        checkedAt: formatUtc(checkedAt),
      })}
    >
      <ul className="mt-2 grid gap-3" data-testid="differences">
        {found.map(({ check, subject, expected, actual }) => (
          <li key={`${check} ${subject}`}>
            <p className="font-semibold">{texts.failedCheck({ check })}</p>
            <p className="break-all">{subject}</p>
            <p>
              {texts.booksDifferenceFigures({
                expected: <span className="figure font-semibold whitespace-normal">{expected}</span>,
                actual: <span className="figure font-semibold whitespace-normal">{actual}</span>,
              })}
            </p>
          </li>
        ))}
      </ul>
      {found.length < differences ? (
        <p className="mt-3">
          {texts.booksMoreDifferences({
            differences: differences - found.length,
          })}
        </p>
      ) : null}
    </Notice>
  );
}

function History({ rows }: { rows: readonly Reconciliation[] }) {
  return (
    <details className="text-14">
      <summary className="inline-flex min-h-11 items-center font-medium text-primary underline underline-offset-4">
        {texts.earlierChecks}
      </summary>
      <ul
        className="max-h-56 divide-y divide-line overflow-auto border-y border-line"
        tabIndex={0}
        aria-label={texts.earlierChecks}
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
