import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleProgram, runProgram } from "../../../../../tests/harness/bundle-program.ts";
import { ANVIL } from "../../../../../tests/harness/chains/anvil-lab.ts";
import { startChainPayoutWorld } from "../../../../../tests/harness/chains/chain-payout-world.ts";
import { hasLitecoin } from "../../../../../tests/harness/chains/core-lab.ts";
import { startEvmPayer, startLitecoinPayer } from "../../../../../tests/harness/chains/payer-lab.ts";
import { findFreePort } from "../../platform/process/free-port.ts";

/** Two nodes and a process are started, also on a busy machine. */
const SLOW_MS = 240_000;
const TOKEN = "a-token-of-the-test-signer";
let folder: string;
let key: string;
let program: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "wazi-signer-"));
  key = join(folder, "key");
  program = await bundleProgram("test-signer", "apps/server/src/commands/test-signer.ts");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The addresses of the key, as the command prints them. */
async function readAddresses(): Promise<Record<string, string>> {
  const lines = (await runProgram(program, ["--key", key])).split("\n");
  return Object.fromEntries(lines.map((line) => line.split(" ") as [string, string]));
}

describe("npm run wazi -- test-signer", () => {
  it.skipIf(ANVIL === undefined)(
    "signs as a service for payouts on anvil (needs @foundry-rs/anvil)",
    async () => {
      const lab = await startEvmPayer();
      const port = String(await findFreePort());
      const env = { ...process.env, PAYOUT_SIGNER_TOKEN: TOKEN };
      const service = spawn(process.execPath, [program, "--key", key, "--port", port], {
        env,
        stdio: ["ignore", "pipe", "inherit"],
      });
      await once(service.stdout, "data");
      const { ERC20: payer = "" } = await readAddresses();
      await lab.fund(payer);
      const world = await startChainPayoutWorld(
        { ...lab, env: { ...lab.env, PAYOUT_ETH_ADDRESS: payer } },
        { PAYOUT_SIGNER_URL: `http://127.0.0.1:${port}`, PAYOUT_SIGNER_TOKEN: TOKEN },
      );
      try {
        const payments = [await world.approve("90", "USDT"), await world.approve("90", "ETH")];
        await world.work();
        await world.round();
        await lab.mine(2);
        await world.round();
        for (const payment of payments) expect((await payment.read()).status).toBe("completed");
        expect(await lab.balanceOf(payments[0]!.address, "USDT")).toBe(90);
        expect(await lab.balanceOf(payments[1]!.address, "coin")).toBe(0.03);
        const refused = await fetch(`http://127.0.0.1:${port}/ERC20`, { method: "POST", body: "{}" });
        expect(refused.status).toBe(403);
      } finally {
        service.kill();
        await once(service, "exit");
        await world.close();
        await lab.close();
      }
    },
    SLOW_MS,
  );

  it.skipIf(!hasLitecoin)(
    "signs a file of payouts on litecoind (apt-get install litecoind)",
    async () => {
      const lab = await startLitecoinPayer();
      const { LTC: payer = "" } = await readAddresses();
      await lab.fund(payer);
      const { PAYOUT_LTC_KEY: _ofTheNode, ...env } = lab.env;
      const world = await startChainPayoutWorld({ ...lab, env: { ...env, PAYOUT_LTC_ADDRESS: payer } });
      try {
        const payment = await world.approve("90", "LTC");
        await world.work();
        const batch = await world.prepare();
        const file = join(folder, "batch.psbt");
        writeFileSync(file, await world.exportFile(batch));
        const signed = await world.importFile(batch, await runProgram(program, ["--key", key, "--sign", "LTC", file]));
        expect(signed.status, signed.text).toBe(204);
        await world.round();
        await lab.mine(2);
        await world.round();
        expect((await payment.read()).status).toBe("completed");
      } finally {
        await world.close();
        await lab.close();
      }
    },
    SLOW_MS,
  );
});
