import { utimesSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { findFreePort } from "../../apps/server/src/platform/process/free-port.ts";
import { processTest as test } from "../harness/process-test.ts";
import { CHECKOUT, createDataDir, eventually, findPostgres, launch, untilServing } from "../harness/wazi-process.ts";

test("npm run dev serves page and calls at one address, restarts after a save, and stops cleanly", async () => {
  const dataDir = createDataDir();
  const port = await findFreePort();
  const env = { PORT: String(port) };
  const starting = launch(dataDir, { command: [process.execPath, "ops/scripts/dev.mjs"], env });
  // A page that is open already asks while the server is built, and gets its answer.
  const ask = () => fetch(`http://127.0.0.1:${port}/api/bots`).catch(() => undefined);
  let first: Response | undefined;
  await eventually(async () => (first = await ask()) !== undefined);
  expect(first?.status).toBe(200);
  const serving = await untilServing(starting);
  expect(await (await fetch(serving.address)).text()).toContain('<script type="module" src="/@vite/client">');
  expect((await serving.client().call("GET", "/api/bots")).status).toBe(200);

  const savedAt = new Date();
  utimesSync(join(CHECKOUT, "apps/server/src/main.ts"), savedAt, savedAt);
  await eventually(() => /^Server restarted in /m.test(serving.stdout()));
  expect((await serving.client().call("GET", "/readyz")).status).toBe(200);

  expect(await serving.stop()).toMatchObject({ code: 0, signal: null });
  expect(findPostgres(dataDir)).toBeUndefined();
  expect(serving.stderr()).toBe("");
});
