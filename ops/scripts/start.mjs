import module from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureBuilt } from "./build.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { COMPILED_CODE, readArguments, ROOT, SERVER_DIST } from "./project.mjs";

readArguments(`
Usage: npm start

Installs and builds when needed, then serves Wazi on http://127.0.0.1:3000 with its own database in .data.
Settings come from the environment (PORT, HOST, DATA_DIR, DATABASE_URL, WAZI_MODE, …); docs/reference/settings.md lists them all.`);

// Relative paths in the settings refer to the project, wherever this is started from.
process.chdir(ROOT);
await ensureInstalled();
await ensureBuilt();
// By the versions of Node that can.
module.enableCompileCache?.(COMPILED_CODE);
// In this process, so that its pid is the server's and signals reach the server.
await import(pathToFileURL(join(SERVER_DIST, "main.js")).href);
