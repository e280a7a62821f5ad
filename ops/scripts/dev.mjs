import { spawn } from "node:child_process";
import { createServer as createHttpServer } from "node:http";
import { createServer as createNetServer } from "node:net";
import { mkdirSync, rmSync, watch as watchFolder } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { copyServerFiles, listServerFiles, serverBundle } from "./build.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { readArguments, ROOT } from "./project.mjs";

const WEB = join(ROOT, "apps/web");
/** Below node_modules, where the bundle finds its packages and no other tool looks. */
const OUTPUT = join(ROOT, "node_modules/.wazi-dev");
const CALLS = ["/api", "/healthz", "/readyz"];
const DEFAULT_PORT = 3000;
const READY_POLL_MS = 20;
/** The first start makes 90 days of prices. */
const READY_WITHIN_MS = 120_000;
/** A server stops within 5 s; after this it is killed. */
const STOP_WITHIN_MS = 8_000;

/**
 * Calls made during a start or a restart wait for it, so that an open page shows no failure. Without a server they are not passed on,
 * because Vite would print a trace for each.
 */
const waitForServer = {
  name: "wait-for-server",
  configureServer({ middlewares }) {
    for (const path of CALLS) {
      middlewares.use(path, (_request, response, next) => {
        void untilRestarted().then(() => {
          if (isRunning()) return next();
          response.writeHead(503, { "content-type": "text/plain" }).end("The server does not run. See the terminal.\n");
        });
      });
    }
  },
};

/** The migrations and fonts are read at run time, so that no import names them. */
const watchServerFiles = {
  name: "watch-server-files",
  buildStart() {
    for (const path of listServerFiles()) this.addWatchFile(path);
  },
};

readArguments(`
Usage: npm run dev

Serves Wazi for development on http://127.0.0.1:3000 (PORT and HOST change it). A saved server file restarts the
server, and the open pages load again; a saved web file is replaced in the page. The settings and the data folder are
those of npm start, but LOG_LEVEL is warn. Pages are rendered in the browser only: use npm start to see them as they are built.`);

process.chdir(ROOT);
await ensureInstalled();
const { CATALOGUES, writeMessageModules } = await import("./compile-messages.mjs");

const host = process.env.HOST ?? "127.0.0.1";
const port = readPort();
const apiPort = await findFreePort();
const api = `http://127.0.0.1:${apiPort}`;
/** @type {import("node:child_process").ChildProcess | undefined} */
let server;
let isStopping = false;
/** @type {() => void} */
let endFirstBuild;
let restarts = new Promise((resolve) => (endFirstBuild = () => resolve(undefined)));

/** Waits for the first build and for every restart, also those that begin meanwhile. */
async function untilRestarted() {
  for (let seen; seen !== restarts;) {
    seen = restarts;
    await seen;
  }
}

writeMessages();
watchFolder(CATALOGUES, { recursive: true }, writeMessages).unref();
const web = await startWeb();
const watcher = await watchServer();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);

function readPort() {
  const text = process.env.PORT ?? String(DEFAULT_PORT);
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= 65_535) return value;
  process.stderr.write(`PORT: "${text}" is not a port. Allowed: 0 to 65535.\n`);
  process.exit(1);
}

function findFreePort() {
  return new Promise((resolve, reject) => {
    const probe = createNetServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port: free } = probe.address();
      probe.close(() => resolve(free));
    });
  });
}

/** Vite sees the modules that change, and replaces them in the page. */
function writeMessages() {
  try {
    writeMessageModules();
  } catch (error) {
    process.stderr.write(`The messages were not made: ${error.message}\n`);
  }
}

/**
 * Vite serves the web app and passes calls on to the server, so that the browser sees one origin. It works as a
 * middleware: its own server would end the process at a signal before the database has stopped.
 */
async function startWeb() {
  const vite = await import(pathToFileURL(createRequire(join(WEB, "package.json")).resolve("vite")).href);
  /** @type {(created: import("vite").ViteDevServer) => void} */
  let announce;
  const ready = new Promise((resolve) => (announce = resolve));
  // A page that is open already asks before Vite is there.
  const listener = createHttpServer(
    (request, response) => void ready.then(({ middlewares }) => middlewares(request, response)),
  );
  try {
    await new Promise((resolve, reject) => listener.once("error", reject).listen(port, host, resolve));
  } catch (error) {
    process.stderr.write(`PORT: ${port} cannot be used on ${host} (${error.message}). Set another PORT.\n`);
    process.exit(1);
  }
  const proxy = Object.fromEntries(CALLS.map((path) => [path, { target: api }]));
  const created = await vite.createServer({
    root: WEB,
    logLevel: "warn",
    clearScreen: false,
    server: { middlewareMode: true, ws: { server: listener }, proxy },
    plugins: [waitForServer],
  });
  announce(created);
  const { address, family, port: bound } = listener.address();
  return {
    address: `http://${family === "IPv6" ? `[${address}]` : address}:${bound}`,
    reload: () => created.ws.send({ type: "full-reload" }),
    close: () => {
      listener.close();
      listener.closeAllConnections();
      return created.close();
    },
  };
}

/** Bundles the server at each change and restarts it with the new bundle. A bundle that fails leaves the old server running. */
async function watchServer() {
  const { watch } = await import("rolldown");
  rmSync(OUTPUT, { recursive: true, force: true });
  mkdirSync(OUTPUT, { recursive: true });
  const watching = watch({
    ...serverBundle(OUTPUT, { names: ["main", "prepare-submission"], isQuick: true }),
    plugins: [watchServerFiles],
  });
  watching.on("event", (event) => {
    if (event.code === "ERROR") {
      process.stderr.write(`The server was not built: ${event.error.message}\n`);
      endFirstBuild();
    }
    if (event.code === "BUNDLE_END") {
      void event.result.close();
      copyServerFiles(OUTPUT);
      restarts = restarts.then(restart);
      endFirstBuild();
    }
  });
  return watching;
}

async function restart() {
  if (isStopping) return;
  const startedAt = performance.now();
  const isFirst = server === undefined;
  await stopServer();
  if (isStopping) return;
  const format = process.stdout.isTTY ? "text" : "json";
  const env = { LOG_LEVEL: "warn", LOG_FORMAT: format, ...process.env, PORT: String(apiPort), HOST: "127.0.0.1" };
  const started = spawn(process.execPath, ["--enable-source-maps", join(OUTPUT, "main.js")], {
    cwd: ROOT,
    env,
    // Its address is the inner one, which nobody should open. The file of a first administrator's password is passed on.
    stdio: ["ignore", "pipe", "inherit"],
  });
  server = started;
  started.stdout.setEncoding("utf8").on("data", (text) => {
    process.stdout.write(text.replace(/^(Wazi is at|Next:) .*\n/gm, ""));
  });
  if (!(await isReady(started))) {
    if (!isStopping)
      process.stderr.write("The server did not start. It will be started again after the next change.\n");
    return;
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(isFirst ? `Wazi is at ${web.address}\n` : `Server restarted in ${seconds} s\n`);
  web.reload();
}

async function isReady(started) {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (started.exitCode === null && started.signalCode === null && performance.now() < deadline) {
    const answer = await fetch(`${api}/readyz`).catch(() => undefined);
    if (answer?.ok) return true;
    await sleep(READY_POLL_MS);
  }
  return false;
}

function isRunning() {
  return server !== undefined && server.exitCode === null && server.signalCode === null;
}

async function stopServer() {
  const stopped = server;
  if (stopped === undefined || !isRunning()) return;
  const exited = new Promise((resolve) => stopped.once("exit", resolve));
  stopped.kill("SIGTERM");
  const timer = setTimeout(() => stopped.kill("SIGKILL"), STOP_WITHIN_MS);
  await exited;
  clearTimeout(timer);
}

async function stop() {
  if (isStopping) return;
  isStopping = true;
  await Promise.all([watcher.close(), web.close(), stopServer()]);
  process.exit(0);
}
