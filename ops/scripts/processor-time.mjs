import { readArguments } from "./project.mjs";
import { judgeProcessorTime, PROCESSOR_MINUTES } from "./slow-tests.mjs";

const help = `
Usage: node ops/scripts/processor-time.mjs 'USER SYSTEM'

Compares the processor time of .ci/run with its budget, and ends with 1 above it. USER and SYSTEM are as bash's \`times\` writes
them: 12m3.456s 1m2.345s`;

const { positionals } = readArguments(help, { allowPositionals: true });
const { isKept, sentence } = judgeProcessorTime(positionals[0] ?? "", PROCESSOR_MINUTES);
process.stdout.write(`${sentence}\n`);
process.exitCode = isKept ? 0 : 1;
