import { type AnswerOf, type Call, formatAmount, type Person } from "@wazi/contracts";
import { type SyntheticEvent, useState } from "react";
import { sumCents } from "../../lib/cents.ts";
import { classNames } from "../../lib/class-names.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Money } from "../../ui/money.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";
import { formatName } from "../person/person.tsx";
import * as texts from "../../messages/admin-records.ts";
import {
  ApiError,
  type AskedCall,
  type CallInput,
  failureText,
  isOutcomeUnknown,
  isRefusedEarly,
  isSignedOut,
  signedInPort,
} from "../../lib/api-client.ts";

/** A row that can be decided together with others. */
export interface BulkRow {
  id: string;
  userId: string;
  user: Person;
  /** In US dollars; undefined where no money is decided. */
  amount?: string;
}

/** How a row is decided, by one call. */
interface RowDecision<Row> {
  toCall: (row: Row, note: string) => AskedCall;
  /** @returns what to say of the decided row */
  decide: (row: Row, note: string) => Promise<string>;
}

/** @param describe what to say of the decided row */
export const decideBy = <Row, C extends Call>(
  definition: C,
  mutation: { mutateAsync: (input: CallInput<C>) => Promise<AnswerOf<C>> },
  toInput: (row: Row, note: string) => CallInput<C>,
  describe: (answer: AnswerOf<C>, row: Row) => string,
): RowDecision<Row> => ({
  toCall: (row, note) => [definition, toInput(row, note)],
  decide: async (row, note) => describe(await mutation.mutateAsync(toInput(row, note)), row),
});

/** A decision on many rows of a list. */
export interface BulkAction<Row extends BulkRow> extends RowDecision<Row> {
  /** "Approve" */
  verb: string;
  /** "approved" */
  participle: string;
  look: "primary" | "danger";
  /** Its effect, to be read before. */
  effect: string;
  /** The text that every row gets; undefined if there is none. */
  note?: { label: string; hint: string; missing: string };
  /** Why this row cannot be decided so; undefined if it can. */
  findObstacle: (row: Row) => string | undefined;
}

/** The kinds of requests that can be decided together. */
export type BulkNoun = "deposit" | "withdrawal" | "verification";

/** "1 deposit", "3 deposits" */
export const countOf = (count: number, noun: BulkNoun | "investor"): string => texts.countOfNoun({ count, noun });

export const ALREADY_DECIDED = texts.alreadyDecided;

/** How far one decision of many has come. */
export type DecisionState =
  | { kind: "waiting" }
  | { kind: "deciding" }
  | { kind: "done"; text: string }
  /** `mayBeDone`: there was no answer. */
  | { kind: "failed"; text: string; mayBeDone: boolean }
  | { kind: "not-tried" };

/**
 * Makes decisions one after the other, each through its own call. A refusal does not keep the others from being decided. After a
 * call without an answer, without a session, or without the proof that it needs, nothing more is tried.
 * @param decide returns what to say of it
 */
export async function runDecisions<Row extends { id: string }>(
  rows: readonly Row[],
  decide: (row: Row) => Promise<string>,
  report: (id: string, state: DecisionState) => void,
): Promise<void> {
  let isStopped = false;
  for (const row of rows) {
    if (isStopped) {
      report(row.id, { kind: "not-tried" });
      continue;
    }
    report(row.id, { kind: "deciding" });
    try {
      report(row.id, { kind: "done", text: await decide(row) });
    } catch (failure) {
      const mayBeDone = isOutcomeUnknown(failure);
      const isUnproved = failure instanceof ApiError && failure.code === "STEP_UP_REQUIRED";
      isStopped = mayBeDone || isRefusedEarly(failure) || isSignedOut(failure) || isUnproved;
      report(row.id, {
        kind: "failed",
        text: failureText(failure, NO_ANSWER),
        mayBeDone,
      });
    }
  }
}

const NO_ANSWER = texts.decisionNoAnswer;

type States = Readonly<Record<string, DecisionState>>;

/**
 * Decides many rows: first how many, for how much and whom, and which of them cannot be decided and why; then one after the other,
 * with the result of each. It stays open until it is closed, so that no failure is missed.
 */
export function BulkDialog<Row extends BulkRow>({
  noun,
  action,
  rows,
  onClose,
}: {
  noun: BulkNoun;
  action: BulkAction<Row>;
  rows: readonly Row[];
  onClose: (decided: ReadonlySet<string>) => void;
}) {
  // Judged once: a row that changes while the dialog is open is refused by the server, and says so.
  const [judged] = useState(() => rows.map((row) => ({ row, obstacle: action.findObstacle(row) })));
  const [states, setStates] = useState<States>({});
  const [phase, setPhase] = useState<"summary" | "running" | "ended">("summary");
  const [note, setNote] = useState("");
  const [problem, setProblem] = useState<string>();
  const possible = judged.filter(({ obstacle }) => obstacle === undefined).map(({ row }) => row);
  const obstacles = judged.filter(({ obstacle }) => obstacle !== undefined);

  async function run(event: SyntheticEvent) {
    event.preventDefault();
    if (action.note !== undefined && note.trim() === "") {
      setProblem(action.note.missing);
      return;
    }
    setPhase("running");
    const decide = (row: Row) => {
      // One proof covers all that was seen here and is still to be decided.
      const rest = possible.slice(possible.indexOf(row));
      signedInPort.batch = rest.map((each) => action.toCall(each, note.trim()));
      return action.decide(row, note.trim());
    };
    await runDecisions(possible, decide, (id, state) => setStates((before) => ({ ...before, [id]: state })));
    signedInPort.batch = undefined;
    setPhase("ended");
  }

  const close = () => onClose(new Set(Object.keys(states).filter((id) => states[id]?.kind === "done")));
  return (
    <Dialog
      title={`${action.verb} ${countOf(rows.length, noun)}`}
      onClose={close}
      busy={phase === "running"}
      className="sm:w-[min(40rem,calc(100vw-2rem))]"
    >
      <form noValidate onSubmit={(event) => void run(event)} className="grid gap-5">
        {phase === "summary" ? (
          <Summary noun={noun} action={action} rows={possible} />
        ) : (
          <Progress noun={noun} action={action} count={possible.length} states={states} hasEnded={phase === "ended"} />
        )}
        {possible.length === 0 ? null : (
          <RowList label={texts.bulkListLabel({ noun })} rows={possible} states={states} />
        )}
        {obstacles.length === 0 ? null : (
          <section className="grid gap-2">
            <h3 className="font-semibold">
              {texts.bulkObstaclesTitle({
                countOf: countOf(obstacles.length, noun),
              })}
            </h3>
            <ul className="divide-y divide-line text-14">
              {obstacles.map(({ row, obstacle }) => (
                <li key={row.id} className="py-2">
                  <RowLine row={row} />
                  <span className="block text-muted">{obstacle}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        {action.note === undefined || phase !== "summary" || possible.length === 0 ? null : (
          <TextAreaField
            label={action.note.label}
            hint={action.note.hint}
            autoComplete="off"
            maxLength={500}
            value={note}
            error={problem}
            onChange={({ target }) => {
              setNote(target.value);
              setProblem(undefined);
            }}
          />
        )}
        <DialogActions>
          <Button look="secondary" onClick={close} disabled={phase === "running"}>
            {phase === "summary" && possible.length > 0 ? texts.cancel : texts.close}
          </Button>
          {phase === "ended" || possible.length === 0 ? null : (
            <Button type="submit" look={action.look} pending={phase === "running"} pendingLabel={texts.deciding}>
              {action.verb} {countOf(possible.length, noun)}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  );
}

function Summary<Row extends BulkRow>({
  noun,
  action,
  rows,
}: {
  noun: BulkNoun;
  action: BulkAction<Row>;
  rows: readonly Row[];
}) {
  if (rows.length === 0) return <p>{texts.bulkNoneDecidable({ noun })}</p>;
  const people = new Set(rows.map(({ userId }) => userId)).size;
  const amounts = rows.map(({ amount }) => amount).filter((amount) => amount !== undefined);
  const counts = { rows: countOf(rows.length, noun), people: countOf(people, "investor") };
  return (
    <div className="grid gap-2">
      <p className="text-18 font-semibold">
        {amounts.length === 0
          ? texts.bulkSummary(counts)
          : texts.bulkSummarySum({ ...counts, sum: formatAmount(sumCents(amounts)) })}
      </p>
      <p>{action.effect}</p>
    </div>
  );
}

function Progress<Row extends BulkRow>({
  noun,
  action,
  count,
  states,
  hasEnded,
}: {
  noun: BulkNoun;
  action: BulkAction<Row>;
  count: number;
  states: States;
  hasEnded: boolean;
}) {
  const all = Object.values(states);
  const done = all.filter(({ kind }) => kind === "done").length;
  const failed = all.filter(({ kind }) => kind === "failed" || kind === "not-tried").length;
  const text = texts.bulkProgress({
    done,
    countOf: countOf(count, noun),
    participle: action.participle,
    state: failed === 0 ? "yes" : "other",
    failed,
  });
  if (!hasEnded) return <p role="status">{text}</p>;
  return (
    <Notice look={failed === 0 ? "good" : "danger"} role={failed === 0 ? "status" : "alert"} title={text}>
      {failed === 0 ? texts.bulkWindowCanClose : texts.bulkFailuresLead}
    </Notice>
  );
}

function RowList<Row extends BulkRow>({
  label,
  rows,
  states,
}: {
  label: string;
  rows: readonly Row[];
  states: States;
}) {
  return (
    <ul aria-label={label} className="max-h-[40vh] divide-y divide-line overflow-y-auto text-14" tabIndex={0}>
      {rows.map((row) => (
        <li key={row.id} data-testid="bulk-row" className="py-2">
          <RowLine row={row} />
          <StateLine state={states[row.id]} />
        </li>
      ))}
    </ul>
  );
}

function RowLine({ row }: { row: BulkRow }) {
  return (
    <span className="flex items-baseline justify-between gap-4">
      <span className="min-w-0 font-medium wrap-anywhere">{formatName(row.user)}</span>
      {row.amount === undefined ? null : <Money value={row.amount} />}
    </span>
  );
}

function StateLine({ state }: { state: DecisionState | undefined }) {
  if (state === undefined || state.kind === "waiting") return null;
  const sentences = {
    deciding: texts.deciding,
    done: state.kind === "done" ? `✓ ${state.text}` : "",
    failed: state.kind === "failed" ? `✗ ${state.text}` : "",
    "not-tried": texts.notTried,
  } as const;
  const isBad = state.kind === "failed" || state.kind === "not-tried";
  return (
    <span
      className={classNames(
        "block",
        isBad ? "font-medium text-loss" : state.kind === "done" ? "text-gain" : "text-muted",
      )}
    >
      {sentences[state.kind]}
    </span>
  );
}
