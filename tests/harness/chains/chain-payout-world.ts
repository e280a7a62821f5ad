import { randomUUID } from "node:crypto";
import type { AdminWithdrawal, ChainPayoutOverview, Withdrawal } from "@wazi/contracts";
import { takeLease } from "../../../apps/server/src/platform/jobs/store.ts";
import { createExportGate } from "../../../apps/server/src/platform/csv/export-gate.ts";
import { withdrawals } from "../../../apps/server/src/withdrawals/module.ts";
import type { ChainPayoutDeps } from "../../../apps/server/src/withdrawals/chain-payouts/paying-chain.ts";
import { runChainRound } from "../../../apps/server/src/withdrawals/chain-payouts/run-chain-rounds.ts";
import { advanceDuePayouts } from "../../../apps/server/src/withdrawals/payouts/run-payout-worker.ts";
import { readSettings } from "../../../apps/server/src/start/settings/settings.ts";
import { startTestApp, type TestApp, type TestClient } from "../test-app.ts";
import type { PayerLab } from "./payer-lab.ts";

const silent = { info: () => undefined, warn: () => undefined };
const CONFIRMATIONS = "BTC:2/3@10000, LTC:2/3@10000, ERC20:2/3@10000, TRC20:20";

/** Wazi with a chain to pay on, in demo mode on a test network. */
export interface ChainPayoutWorld {
  test: TestApp;
  lab: PayerLab;
  deps: ChainPayoutDeps;
  /** Moves the clock of the rounds. */
  advance(ms: number): void;
  /** An approved withdrawal, of a new investor unless one is given. */
  approve(amount: string, currency: string, investor?: TestClient): Promise<ApprovedPayout>;
  /** Sends approved payouts, and asks for those that were sent. */
  work(): Promise<void>;
  round(): Promise<void>;
  read(): Promise<ChainPayoutOverview>;
  prepare(): Promise<string>;
  exportFile(batch: string): Promise<string>;
  importFile(batch: string, content: string): Promise<{ status: number; text: string }>;
  /** Prepares a batch, signs it with the node's wallet and imports it. */
  signBatch(): Promise<string>;
  close(): Promise<void>;
}

interface ApprovedPayout {
  id: string;
  investor: TestClient;
  address: string;
  read(): Promise<Withdrawal>;
}

/** The settings that a world needs. */
export const toWorldSettings = (lab: PayerLab): Record<string, string> => ({
  PAYOUTS: "automatic",
  DEPOSIT_CONFIRMATIONS: CONFIRMATIONS,
  ...lab.env,
});

export async function startChainPayoutWorld(
  lab: PayerLab,
  env: Record<string, string> = {},
): Promise<ChainPayoutWorld> {
  const all = { ...toWorldSettings(lab), ...env };
  return openChainPayoutWorld(await startTestApp(undefined, undefined, all), lab, all);
}

/** @param all the settings with which the instance was started */
export async function openChainPayoutWorld(
  test: TestApp,
  lab: PayerLab,
  all: Record<string, string>,
): Promise<ChainPayoutWorld> {
  const { sql, door, admin } = test;
  const settings = readSettings({ DATA_DIR: test.dataDir, ...all });
  let offset = 0;
  const now = (): Date => new Date(Date.now() + offset);
  const parts = { settings, sql, door, now, exports: createExportGate(), maxPriceAgeMs: 0 };
  const { payouts: deps } = await withdrawals.open(parts);
  const [chain] = deps.chains;
  if (!chain) throw new Error("no chain is set up");
  const holder = randomUUID();
  const setPrices = async (): Promise<void> => {
    await sql`
      insert into market_prices (market, symbol, price, change_percent, feed, priced_at, place)
      values ('crypto', 'ETH/USD', 3000, 0, 'simulated', now(), 1), ('crypto', 'LTC/USD', 80, 0, 'simulated', now(), 2),
        ('crypto', 'BTC/USD', 80, 0, 'simulated', now(), 3)
      on conflict (market, symbol) do update set priced_at = excluded.priced_at`;
  };
  const { network } = chain;
  const call = async (path: string, body?: object): Promise<{ status: number; text: string; body: never }> =>
    admin.call("POST", path, body);
  const world: ChainPayoutWorld = {
    test,
    lab,
    deps,
    advance: (ms) => (offset += ms),
    async approve(amount, currency, given) {
      await setPrices();
      const investor = given ?? (await test.funded("20000"));
      const destinationAddress = lab.makeAddress();
      const body = { amount, withdrawalType: "crypto", currency, network, destinationAddress };
      const asked = await investor.call("POST", "/api/user/withdrawals", body);
      if (asked.status !== 201) throw new Error(asked.text);
      const { id } = asked.body as { id: string };
      const approved = await call(`/api/admin/withdrawals/${id}/approve`, { status: "completed" });
      if (approved.status !== 200) throw new Error(approved.text);
      if ((approved.body as AdminWithdrawal).payout?.rail.startsWith("chain-") !== true) throw new Error(approved.text);
      const read = async (): Promise<Withdrawal> =>
        ((await investor.call("GET", "/api/user/withdrawals")).body as Withdrawal[]).find((each) => each.id === id)!;
      return { id, investor, address: destinationAddress, read };
    },
    async work() {
      const lease = await takeLease(sql, holder, true, "payouts");
      if (lease) await advanceDuePayouts({ ...deps, log: silent }, lease);
    },
    round: () => runChainRound(deps, chain),
    async read() {
      const answer = await admin.call("GET", "/api/admin/chain-payouts");
      if (answer.status !== 200) throw new Error(answer.text);
      return answer.body;
    },
    async prepare() {
      const answer = await call(`/api/admin/chain-networks/${network}/prepare`);
      if (answer.status !== 201) throw new Error(answer.text);
      return (answer.body as { id: string }).id;
    },
    async exportFile(batch) {
      const answer = await call(`/api/admin/chain-batches/${batch}/export`);
      if (answer.status !== 200) throw new Error(answer.text);
      return (answer.body as { content: string }).content;
    },
    importFile: (batch, content) => call(`/api/admin/chain-batches/${batch}/import`, { content }),
    async signBatch() {
      const batch = await world.prepare();
      const answer = await world.importFile(batch, await lab.sign(await world.exportFile(batch)));
      if (answer.status !== 204) throw new Error(answer.text);
      return batch;
    },
    close: () => test.close(),
  };
  await setPrices();
  return world;
}
