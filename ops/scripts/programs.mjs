/** The usage of each command that is a built program of its name. undefined: the program answers, because it lists what was built. */
export const programs = {
  backup: `
Usage: npm run wazi -- backup [--to FOLDER] [--keep NUMBER]

Writes a backup of the database, as of one moment, and of the identity documents, while Wazi runs or alone. Without --to,
it is written to the folder backups in DATA_DIR. --keep removes the oldest backups beyond a number.`,
  restore: `
Usage: npm run wazi -- restore --from FOLDER [--keys FILE] [--key KEY]… [--checkpoint FILE] [--witness KEY] [--unsigned]

Checks every file of a backup and its signature, then restores it into a new DATA_DIR or an empty DATABASE_URL, and compares
the books. The key file is FOLDER.key unless another is given. --key is a public key, and --checkpoint a seal of a backup or a
checkpoint of the public log, from another place. Payouts are stopped until the command quarantine has ended that.`,
  quarantine: `
Usage: npm run wazi -- quarantine [--checkpoint FILE] [--key KEY]… [--witness KEY] [--days NUMBER]
       npm run wazi -- quarantine … --by EMAIL --note "TEXT" [--despite-differences]
       npm run wazi -- quarantine --begin TIME

After a restore no payout leaves. This compares the database with a checkpoint that was kept elsewhere, with the witnesses of
WITNESS_URL, with the ledger, and each payment with what its rail says. --by and --note end the quarantine: an administrator,
and what was compared by hand, such as the bank's list. What differs or could not be compared needs --despite-differences.
--days (30) are those before the restored state. --begin begins one for a database that came back in another way.

Exit codes: 0 when all agrees or it has ended, 2 when it goes on because something differs or could not be compared, 1 when it
could not run.`,
  drill: `
Usage: npm run wazi -- drill [--from FOLDER]

Restores the newest backup of a folder into a database of its own, compares its books, and removes it again. Without --from,
the folder is backups in DATA_DIR. The database is on DRILL_DATABASE_URL, or on a PostgreSQL in a temporary folder.`,
  archive: `
Usage: npm run wazi -- archive [--before YYYY-MM-DD] [--out FOLDER]
       npm run wazi -- archive --verify FOLDER

Writes a second copy of the books, a folder for each month that has ended, with checksums and sums. Without --out, it is
written to the folder archive in DATA_DIR. --verify compares an archive with the database. Nothing is removed.`,
  reserves: `
Usage: npm run wazi -- reserves message ADDRESS
       npm run wazi -- reserves sign ADDRESS DATE SIGNATURE
       npm run wazi -- reserves statement ACCOUNT CURRENCY AMOUNT DATE FILE

Records what the platform holds, for the daily proof of reserves (docs/explanation/proofs.md). Runs beside a running instance or alone.

  message    prints the dated text to sign with the key of an address of Ethereum ("sign message" of a wallet, EIP-191), Tron
             (TronLink's signMessageV2), Bitcoin or Litecoin ("signmessage" of Core or a hardware wallet, or BIP-322 "simple")
  sign       checks and records the signature. It counts for 31 days
  statement  records the closing balance of a broker's statement, with the SHA-256 of its file. It counts for 31 days

Statements of banks and M-Pesa that are imported in the back office count without this command.`,
  "renew-log": `
Usage: npm run wazi -- renew-log --reason "TEXT"

Begins the transparency log anew with another key, when the old key is lost or the log has stopped for good (docs/explanation/proofs.md).
Stop all processes of Wazi first, and restart them afterwards. All leaves stay, and the log names the old key, its last checkpoint and
the reason. Everybody can read the reason, so it must not name a person.`,
  "reset-admin": `
Usage: npm run wazi -- reset-admin --email ADDRESS

Sets a new random password for an administrator and prints it once, beside a running instance on the same DATA_DIR or
DATABASE_URL, or alone. It also ends the administrator's sessions and a freeze.`,
  "appoint-administrator": `
Usage: npm run wazi -- appoint-administrator --email ADDRESS --role support|read-only|money|full

Makes a registered user without money an administrator, or gives an administrator a role that moves money, without a second
administrator, beside a running instance on the same DATA_DIR or DATABASE_URL, or alone. All administrators are told, and the public
log shows it. They count as a second person after 72 hours.`,
  "accept-clock": `
Usage: npm run wazi -- accept-clock

Lets the bots trade at once after the clock was ahead and was set back, beside a running instance on the same DATA_DIR or
DATABASE_URL, or alone. Open trades of the bots that wait are closed at their last price.`,
  "rotate-documents": `
Usage: npm run wazi -- rotate-documents [--new-key]

Encrypts all identity documents and the secrets of second factors again with the newest key, beside a running instance on the
same DATA_DIR or DATABASE_URL, or alone. With --new-key it first adds a key to the data folder. That is not possible if DOCUMENT_KEY is set.`,
  "seed-back-office": `
Usage: npm run wazi -- seed-back-office [--users N] [--deposits N] [--withdrawals N] [--seed N] [--allow-existing-users]

Fills a demo database with one year of made-up people: 10,000 users, five deposits and five withdrawals for each, documents
without images, positions, the ledger and the audit log. Works on DATABASE_URL or DATA_DIR, also while Wazi runs on it. Wazi
must have been started on it once. The same seed gives the same people. A live database is always refused. A database with
users is refused unless --allow-existing-users is given.`,
  "test-signer": `
Usage: npm run wazi -- test-signer --key FILE [--port PORT] [--sign NETWORK FILE]

Signs prepared payouts on test networks (docs/how-to/operator/payment-rails.md), with the private key in a file, which is made when it is missing.`,
  reconcile: `
Usage: npm run reconcile

Checks that every stored figure equals the ledger, beside a running instance on the same DATA_DIR or DATABASE_URL, or
alone. If one differs, it names the account and exits with a code other than 0.`,
  "fit-market": undefined,
  "simulate-bots": undefined,
  backtest: undefined,
  evidence: undefined,
};

/** The commands that are a program of lab/ or the tests: its source, its usage, and its options. */
export const developmentPrograms = {
  cluster: {
    source: "tests/cluster/run-cluster.ts",
    options: { port: { type: "string" }, "without-nats": { type: "boolean" } },
    help: `
Usage: npm run wazi -- cluster [--port 8080] [--without-nats]

Starts PostgreSQL, PgBouncer in transaction mode, NATS with JetStream, two API processes, two traders and HAProxy on this
machine, from Debian's packages: apt-get install postgresql-15 pgbouncer nats-server haproxy. Everything is in a new
folder, which Ctrl-C removes. npm run wazi -- test:cluster tests the same.`,
  },
  soak: {
    source: "lab/soak/run-soak.ts",
    options: { minutes: { type: "string" }, seed: { type: "string" } },
    help: `
Usage: npm run wazi -- soak [--minutes 30] [--seed S]

Runs one process under mixed load (money, reads, live updates, a market 60 times faster than the clock) on a PostgreSQL of its
own. Exits with 1 when memory grows by more than 1 MB a minute after the first third, when descriptors or connections stay
open, when a table grows that should not, or when the books differ.`,
  },
  "plant-faults": {
    source: "lab/planted-faults/run-planted-faults.ts",
    needsBuild: false,
    options: { kind: { type: "string" }, only: { type: "string" } },
    help: `
Usage: npm run wazi -- plant-faults [--kind KIND,KIND] [--only ID,ID]

Plants the mistakes of lab/planted-faults one at a time in a copy of the tree, and runs the tests that should notice each.
It prints a table, and exits with 1 when fewer than 39 of 40 are caught, or when a mistake no longer applies.`,
  },
};
