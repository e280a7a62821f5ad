import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureBuilt } from "./build.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { answerHelp, ROOT, SERVER_DIST } from "./project.mjs";

answerHelp(`
Usage: npm start

Installs and builds when needed, then serves Wazi on http://127.0.0.1:3000 with a database of its own in .data.
Settings come from the environment (PORT, HOST, DATA_DIR, DATABASE_URL, WAZI_MODE, …); docs/operations.md lists them all.`);

// Relative paths in the settings are the project's, wherever this is started from.
process.chdir(ROOT);
await ensureInstalled();
await ensureBuilt();
// In this very process, so that its pid is the server's: a signal, or a kill, hits what it is meant for.
await import(pathToFileURL(join(SERVER_DIST, "main.js")).href);
