import { DAY_MS } from "@wazi/contracts";
import { LogTree, parseCheckpoint } from "@wazi/proofs";
import { insertAuditEvent } from "../record/audit/store.ts";
import { readLogState } from "../record/leaves/store.ts";
import { findDifferences } from "../ledger/reconciliation/compare-books.ts";
import { findAdministratorId } from "../people/identity/store.ts";
import {
  beginQuarantine,
  endCopiedState,
  endQuarantine,
  findQuarantine,
  type Quarantine,
} from "../platform/backup/store.ts";
import { openCommandDatabase } from "../platform/db/embedded/open-database.ts";
import { openPool, type Sql } from "../platform/db/pool.ts";
import { answerHelp, readOptions, reportFailure, UsageError } from "../platform/process/command-line.ts";
import { StartError } from "../platform/process/start-error.ts";
import { toOwnerUrl } from "../platform/settings/database-settings.ts";
import { createVerdict, formatVerdict, judgeRows, type Given, type Verdict } from "../proofs/backups/judge-backup.ts";
import { readTilesOf } from "../proofs/log/sign-checkpoint.ts";
import { createCosigner } from "../proofs/log/witnesses.ts";
import { readSettings, type Settings } from "../start/settings/settings.ts";
import { compareWithRails } from "../withdrawals/payouts/compare-with-rails.ts";
import { openRails } from "../withdrawals/payouts/open-rails.ts";
import { countPaidByHand } from "../withdrawals/payouts/store.ts";
import { refuseUnmigrated } from "./command-database.ts";
import { givenOptions, readGiven } from "./given-proofs.ts";

const USAGE = `npm run wazi -- quarantine [--checkpoint FILE] [--key KEY]… [--witness KEY] [--days NUMBER]
npm run wazi -- quarantine … --by EMAIL --note "TEXT" [--despite-differences]
npm run wazi -- quarantine --begin TIME

After a restore no payout leaves. This compares the database with a checkpoint that was kept elsewhere, with the witnesses of
WITNESS_URL, with the ledger, and with what the rails say about each payment. With --by and --note it then lets payouts
leave again. Runs beside a running instance or alone.

  --checkpoint FILE      a seal of a backup or a checkpoint of the public log, from another place
  --key KEY              its public key, from another place; repeat it for more
  --witness KEY          the public key of a witness that must have signed the public log
  --days NUMBER          compares the payments of this many days before the restored state, and all since (default: 30)
  --by EMAIL             the administrator who compared the rest by hand
  --note "TEXT"          what was compared by hand, such as the bank's list, in 20 to 500 characters; it is in the audit log
  --despite-differences  ends the quarantine although something differs or could not be compared
  --begin TIME           begins a quarantine, as a restore does, for a database that came back in another way, before a start.
                         TIME is the moment of its state, such as 2026-11-23T10:00:00Z

Exit codes: 0 when all agrees, or the quarantine has ended; 2 when something differs or could not be compared, and it goes on;
1 when the command could not run.`;

const DIFFERS = 2;
const DEFAULT_DAYS = 30;
const LEAST_NOTE = 20;
const MOST_NOTE = 500;

interface Arguments {
  given: Given;
  days: number;
  /** The moment of the state that came back; null to compare. */
  begins: Date | null;
  ending: { email: string; note: string; isForced: boolean } | null;
}

function readArguments(): Arguments {
  const text = { type: "string" } as const;
  const { values } = readOptions({
    options: {
      ...givenOptions,
      days: text,
      by: text,
      note: text,
      begin: text,
      "despite-differences": { type: "boolean" },
    },
  });
  const begins = values.begin === undefined ? null : new Date(values.begin);
  if (begins !== null && !(begins.getTime() <= Date.now()))
    throw new UsageError("--begin needs a past time such as 2026-11-23T10:00:00Z.");
  const days = Number(values.days ?? DEFAULT_DAYS);
  if (!(Number.isInteger(days) && days >= 1)) throw new UsageError("--days needs a whole number from 1.");
  const { by: email, note, "despite-differences": isForced = false } = values;
  const given = readGiven(values);
  if (email === undefined && note === undefined && !isForced) return { given, days, begins, ending: null };
  if (email === undefined || note === undefined) throw new UsageError('Give both --by EMAIL and --note "TEXT".');
  if (note.trim().length < LEAST_NOTE || note.trim().length > MOST_NOTE)
    throw new UsageError(`The note must have ${LEAST_NOTE} to ${MOST_NOTE} characters.`);
  return { given, days, begins, ending: { email, note: note.trim(), isForced } };
}

/** Asks the witnesses of the settings if the log's checkpoint is the newest that they know. */
async function askWitnesses(sql: Sql, { witnesses = [] }: Settings, verdict: Verdict): Promise<void> {
  const checkpoint = (await readLogState(sql))?.checkpoint;
  if (witnesses.length === 0 || !checkpoint) return;
  const { body, size, signatures } = parseCheckpoint(checkpoint);
  const silent: string[] = [];
  try {
    const cosign = createCosigner(witnesses, (problem) => silent.push(problem));
    await cosign(`${body}\n${signatures[0] ?? ""}`, null, new LogTree(size, readTilesOf(sql)));
  } catch (error) {
    verdict.problems.push(error instanceof Error ? error.message : String(error));
    return;
  }
  verdict.missing.push(...silent.map((problem) => `${problem}.`));
  if (silent.length === 0) verdict.found.push(`The witnesses know these ${size} leaves, and no later ones.`);
}

/** @returns a line for each rail, and for payments by hand */
async function comparePayouts(sql: Sql, settings: Settings, since: Date, verdict: Verdict): Promise<string[]> {
  const isAsked = settings.mode === "live" && settings.payouts === "automatic";
  const rails = isAsked ? openRails(settings, () => new Date()) : [];
  const compared = await compareWithRails(sql, rails, since);
  // Paper money leaves nothing behind that could be compared.
  const real = compared.filter(({ rail }) => rail !== "paper" && rail !== "manual");
  for (const { rail, payments, answered, problems } of real) {
    verdict.problems.push(...problems);
    if (answered < payments)
      verdict.missing.push(
        `${payments - answered} payments over ${rail} have no answer: compare them with its records.`,
      );
  }
  const byHand = await countPaidByHand(sql, since);
  return [
    ...real.map(
      ({ rail, payments, answered, problems }) =>
        `${rail}: ${payments} payments, ${answered} answered, ${problems.length} differ`,
    ),
    `paid by hand: ${byHand} withdrawals; compare them with the records of your banks and wallets`,
  ];
}

async function compare(
  sql: Sql,
  settings: Settings,
  { given, days }: Arguments,
  { stateOf, restoredAt }: Quarantine,
): Promise<{ lines: string[]; verdict: Verdict }> {
  const verdict = createVerdict();
  await judgeRows(sql, null, given, verdict);
  await askWitnesses(sql, settings, verdict);
  const { differences } = await findDifferences(sql);
  verdict.problems.push(
    ...differences.map(({ subject, actual, expected }) => `${subject}: ${actual}, expected ${expected}`),
  );
  const since = new Date(stateOf.getTime() - days * DAY_MS);
  const payouts = await comparePayouts(sql, settings, since, verdict);
  const state = `Restored at ${restoredAt.toISOString()}, with the state of ${stateOf.toISOString()}.`;
  const problems = verdict.problems.map((problem) => `DIFFERS  ${problem}`);
  return { lines: [state, ...payouts, ...problems, formatVerdict(verdict)], verdict };
}

async function end(sql: Sql, { email, note }: { email: string; note: string }, verdict: Verdict): Promise<void> {
  const findings = [...verdict.problems, ...verdict.missing, ...verdict.found];
  await sql.begin(async (tx) => {
    const by = await findAdministratorId(tx, email);
    if (by === undefined) throw new StartError(`There is no administrator ${email}. The quarantine goes on.`);
    await endQuarantine(tx, { by, note, findings });
    const event = { actorId: by, action: "quarantine.end", subjectType: "installation", subjectId: "payouts" };
    await insertAuditEvent(tx, { ...event, after: { note, findings }, address: null });
  });
}

async function run(sql: Sql, settings: Settings, given: Arguments): Promise<number> {
  const say = (text: string): boolean => process.stdout.write(`${text}\n`);
  const { begins } = given;
  if (begins !== null) {
    await sql.begin(async (tx) => {
      await endCopiedState(tx);
      await beginQuarantine(tx, begins);
    });
    say("The database is in quarantine. Sessions and links in mails have ended.");
    return 0;
  }
  const quarantine = await findQuarantine(sql);
  if (quarantine === null) {
    say("This database is not in quarantine. Nothing was changed.");
    return 0;
  }
  const { lines, verdict } = await compare(sql, settings, given, quarantine);
  say(lines.join("\n"));
  const agrees = verdict.problems.length === 0 && verdict.missing.length === 0;
  if (given.ending === null) {
    say('Payouts are still stopped. To let them leave again, add --by EMAIL and --note "TEXT".');
    return agrees ? 0 : DIFFERS;
  }
  if (!agrees && !given.ending.isForced) {
    say("Payouts are still stopped, because not all agrees. If that is explained, add --despite-differences.");
    return DIFFERS;
  }
  await end(sql, given.ending, verdict);
  say("The quarantine has ended. Payouts that waited must be approved again.");
  return 0;
}

async function main(): Promise<void> {
  if (answerHelp(USAGE)) return;
  const given = readArguments();
  const settings = readSettings(process.env);
  const database = await openCommandDatabase(toOwnerUrl(settings), settings.dataDir);
  try {
    await refuseUnmigrated(database.url);
    const limits = { queryTimeoutMs: 0, statementTimeoutMs: 0 };
    const sql = openPool(database.url, { max: 1, role: null, applicationName: "wazi quarantine", ...limits });
    try {
      process.exitCode = await run(sql, settings, given);
    } finally {
      await sql.end({ timeout: 1 });
    }
  } finally {
    await database.close();
  }
}

main().catch(reportFailure);
