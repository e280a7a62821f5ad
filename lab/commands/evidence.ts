import { runEvidenceCommand } from "./evidence/run-command.ts";

process.exitCode = await runEvidenceCommand(process.argv.slice(2), {
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
});
