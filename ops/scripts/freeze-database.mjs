import { answerHelp } from "./project.mjs";
import { runHarness } from "./run-command.mjs";

answerHelp(`
Usage: node ops/scripts/freeze-database.mjs

Writes tests/harness/frozen/VERSION.tar.gz: a backup, by npm run wazi -- backup, of a small installation of this version,
with its keys. Run it once, in the commit of a release. The tests restore it with every later version.`);

await runHarness("freeze-database", "tests/harness/frozen/freeze-database.ts");
