import type { Sql } from "../../../apps/server/src/platform/db/pool.ts";
import type { ChainPayoutDeps, PayingChain } from "../../../apps/server/src/withdrawals/chain-payouts/paying-chain.ts";
import type { Mortal } from "../payout-kills.ts";

/** The same dependencies, each await of which can be the last: statements, transactions, postings, the node and the signer. */
export function makeMortalChain(deps: ChainPayoutDeps, mortal: Mortal): ChainPayoutDeps {
  const { sql, door, toDollars, signer } = deps;
  const run = ((...given: Parameters<Sql>) => mortal.pass("statement", () => sql(...given))) as Sql;
  const begin = ((...given: Parameters<Sql["begin"]>) =>
    mortal.pass("transaction", () => sql.begin(...given))) as Sql["begin"];
  return {
    ...deps,
    sql: Object.assign(run, sql, { begin }),
    door: { post: (operation) => mortal.pass("post", () => door.post(operation)) },
    toDollars: (amount, currency) => mortal.pass("rate", () => toDollars(amount, currency)),
    signer: signer && { sign: (network, file) => mortal.pass("sign", () => signer.sign(network, file)) },
    chains: deps.chains.map((chain) => makeMortalNode(chain, mortal)),
  };
}

function makeMortalNode(chain: PayingChain, mortal: Mortal): PayingChain {
  return {
    ...chain,
    prepare: (payments, taken) => mortal.pass("prepare", () => chain.prepare(payments, taken)),
    writeFile: (transfers) => mortal.pass("file", () => chain.writeFile(transfers)),
    test: (raw) => mortal.pass("test", () => chain.test(raw)),
    broadcast: (raw) => mortal.pass("broadcast", () => chain.broadcast(raw)),
    readTip: () => mortal.pass("tip", () => chain.readTip()),
    readHash: (height) => mortal.pass("hash", () => chain.readHash(height)),
    findUses: (height, claims) => mortal.pass("block", () => chain.findUses(height, claims)),
  };
}
