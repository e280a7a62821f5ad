import { utimesSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import {
  CHECKOUT,
  createDataDir,
  endEverything,
  eventually,
  findPostgres,
  launch,
  untilServing,
} from "../harness/wazi-process.ts";

afterEach(endEverything);

test("npm run dev serves page and calls at one address, restarts after a save, and stops cleanly", async () => {
  const dataDir = createDataDir();
  const serving = await untilServing(launch(dataDir, { command: [process.execPath, "scripts/dev.mjs"] }));
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
