import { refuseFewOpenFiles } from "./platform/process/open-files.ts";
import { describeFailure } from "./platform/process/start-error.ts";

const USAGE = `npm start

Starts Wazi: the API, the web app and the trader in one process, with an embedded PostgreSQL unless DATABASE_URL is set.
All settings come from environment variables. Each is shown with its default, if it has one.`;

function fail(error: unknown): never {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exit(1);
}

async function main(): Promise<void> {
  if (process.argv.includes("--help")) {
    const { describeSettings } = await import("./start/settings/settings.ts");
    process.stdout.write(`${USAGE}\n\n${describeSettings()}\n`);
    return;
  }
  refuseFewOpenFiles();
  // Loading them opens more files than a low limit allows, and Node would print a trace.
  const [{ startServer }, { listSettingTexts, readSettings }] = await Promise.all([
    import("./start/run-server.ts"),
    import("./start/settings/settings.ts"),
  ]);
  const server = startServer(readSettings(process.env), listSettingTexts(process.env));
  let isStopping = false;
  // Handled from the first moment, so that a stop during the start leaves no database running. Ctrl-C can arrive twice:
  // the terminal sends it to npm and to this process, and npm passes it on.
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      server.stop().then(() => process.exit(0), fail);
    });
  }
  void server.lost.then(fail);
  await server.started;
}

main().catch(fail);
