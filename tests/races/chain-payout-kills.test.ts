import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runChainRound } from "../../apps/server/src/withdrawals/chain-payouts/run-chain-rounds.ts";
import { ANVIL } from "../harness/chains/anvil-lab.ts";
import { makeMortalChain } from "../harness/chains/chain-payout-kills.ts";
import { startChainPayoutWorld, type ChainPayoutWorld } from "../harness/chains/chain-payout-world.ts";
import { hasBitcoin, hasLitecoin } from "../harness/chains/core-lab.ts";
import { startBitcoinPayer, startEvmPayer, startLitecoinPayer, type PayerLab } from "../harness/chains/payer-lab.ts";
import { createKillCampaign, readKillPlan, type KilledLife } from "../harness/kill-campaign.ts";
import { Mortal, type KillMode } from "../harness/payout-kills.ts";
import type { TestClient } from "../harness/test-app.ts";
import { byDepth } from "../harness/test-depth.ts";

/** The long form sets CHAIN_PAYOUT_KILLS=50 (docs/how-to/developer/find-a-fault.md). */
const plan = readKillPlan("CHAIN_PAYOUT");
/** A payment takes an eighth of a coin from what a lab begins with. */
const LIVES_FOR_ITS_COINS = 30;
const ROUNDS = 8;
/** The suite kills at every fourth await, at night at each. */
const STEP = byDepth({ quick: 1, ci: 4, long: 1 });

const labs = [
  { name: "Ethereum (anvil)", isThere: ANVIL !== undefined, start: startEvmPayer },
  { name: "Litecoin (litecoind)", isThere: hasLitecoin, start: startLitecoinPayer },
  { name: "Bitcoin (bitcoind)", isThere: hasBitcoin, start: startBitcoinPayer },
];

for (const { name, isThere, start } of labs) {
  describe.skipIf(!isThere)(`payouts on ${name}${isThere ? "" : ": needs the node"}`, () => {
    let places: Place[];
    beforeAll(async () => {
      places = [];
      for (let lane = 0; lane < plan.lanes; lane += 1) places.push(await openPlace(start));
    }, 120_000);
    afterAll(async () => {
      await Promise.all(places.map((place) => place.close()));
    });

    it(
      `are made once each, whichever await is the last of ${plan.kills} killed workers`,
      { tags: ["S59"], timeout: 600_000 * plan.kills },
      async () => {
        const campaign = createKillCampaign(name, plan);
        await campaign.killAtEachAwait("one payment", STEP, (at, mode, lane) => runLife(places[lane]!, at, mode));
        process.stdout.write(`${campaign.describe()}\n`);
        expect(campaign.wrong).toEqual([]);
        expect(campaign.counts.awaits).toBeGreaterThan((plan.isLong ? 10 : 4) / plan.parts);
        for (const { world } of places) expect(await world.test.differences()).toEqual([]);
      },
    );
  });
}

/** A chain with a Wazi that pays on it, for one lane. */
interface Place {
  lab: PayerLab;
  world: ChainPayoutWorld;
  investor: TestClient;
  lived: number;
  close(): Promise<void>;
}

async function openPlace(start: () => Promise<PayerLab>): Promise<Place> {
  const lab = await start();
  const world = await startChainPayoutWorld(lab);
  // The whole life in rounds: the node's wallet signs as a service would.
  world.deps.signer = { sign: (_network, file) => lab.sign(file) };
  const investor = await world.test.funded("200000");
  const close = async (): Promise<void> => {
    await world.close();
    await lab.close();
  };
  return { lab, world, investor, lived: 0, close };
}

async function readState({ world }: Place, id: string): Promise<{ status: string; attempt: number; coins: string }> {
  const [row] = await world.test.sql<{ status: string; attempt: number; coins: string }[]>`
    select w.status, p.attempt, p.local_amount::text as coins
    from withdrawals w join payouts p on p.withdrawal_id = w.id where w.id = ${id} order by p.attempt desc limit 1`;
  if (!row) throw new Error("the withdrawal has no payout");
  return row;
}

/** Runs one payment with a worker that is killed at the given await, and then with another one until it has ended. */
async function runLife(place: Place, at: number, mode: KillMode): Promise<KilledLife> {
  const { lab, world, investor } = place;
  place.lived += 1;
  const isShort = place.lived % LIVES_FOR_ITS_COINS === 0 && lab.chain.network !== "ERC20";
  if (isShort && plan.isLong) await lab.fund(lab.chain.payer);
  const payment = await world.approve("10", lab.currencies[0]!.currency, investor);
  await world.work();
  const mortal = new Mortal(at, mode);
  const dying = makeMortalChain(world.deps, mortal);
  for (let round = 0; round < ROUNDS; round += 1) {
    const deps = mortal.isDead ? world.deps : dying;
    await runChainRound(deps, deps.chains[0]!).catch((error: unknown) => {
      if (!mortal.isDead) throw error;
    });
    await Promise.all(mortal.left);
    await lab.mine();
    if ((await readState(place, payment.id)).status === "completed") break;
  }
  const { status, attempt, coins } = await readState(place, payment.id);
  const paid = await lab.balanceOf(payment.address, "coin");
  const isRight = status === "completed" && attempt === 1 && paid === Number(coins);
  return {
    diedAt: mortal.isDead ? (mortal.names.at(-1) ?? "") : null,
    wrong: isRight ? null : `${status}, attempt ${attempt}, ${paid} of ${coins}`,
  };
}
