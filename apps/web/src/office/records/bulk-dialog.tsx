import { formatAmount } from "@wazi/contracts";
import { useState, type SyntheticEvent } from "react";
import { sumCents } from "../../lib/cents.ts";
import { classNames } from "../../lib/class-names.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Money } from "../../ui/money.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";
import { formatName } from "../person/person.tsx";
import { countOf, type BulkAction, type BulkNoun, type BulkRow } from "./bulk-action.ts";
import { runDecisions, type DecisionState } from "./run-decisions.ts";
import * as texts from "../../messages/admin-records.ts";

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
    await runDecisions(
      possible,
      (row) => action.decide(row, note.trim()),
      (id, state) => setStates((before) => ({ ...before, [id]: state })),
    );
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
            <h3 className="font-semibold">{texts.bulkObstaclesTitle({ countOf: countOf(obstacles.length, noun) })}</h3>
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
  return (
    <div className="grid gap-2">
      <p className="text-18 font-semibold">
        {texts.bulkSummary({
          countOf: countOf(rows.length, noun),
          part: amounts.length === 0 ? null : <> {texts.bulkSum({ sumCents: formatAmount(sumCents(amounts)) })}</>,
          countOf2: countOf(people, "investor"),
        })}
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
