import { readSettings } from "./settings/settings.ts";
import { StartError } from "./process/start-error.ts";
import { runServer } from "./run-server.ts";

const USAGE = `npm start

Starts Wazi: the API, the web app and the trader in one process, with a PostgreSQL of its own unless DATABASE_URL is set.
All settings come from the environment; docs/operations.md lists them.`;

/** What is wrong with the start is said in one line; what is wrong with the program keeps its stack. */
function fail(error: unknown): never {
  const text =
    error instanceof StartError
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

async function main(): Promise<void> {
  if (process.argv.includes("--help")) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  const starting = runServer(readSettings(process.env));
  let isStopping = false;
  // From the first moment, so that a stop during the start leaves no database behind; and again and again, for npm
  // passes on the Ctrl-C that the terminal has sent to both.
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      starting.then((server) => server.stop()).then(() => process.exit(0), fail);
    });
  }
  const server = await starting;
  void server.lost.then(fail);
}

main().catch(fail);
