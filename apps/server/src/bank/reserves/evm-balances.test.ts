import { describe, expect, it } from "vitest";
import { ANVIL, startAnvilLab } from "../../../../../tests/harness/chains/anvil-lab.ts";
import { toTokens } from "../../deposits/chains/token-transfers.ts";
import { createEvmBalances } from "./evm-balances.ts";

describe.skipIf(ANVIL === undefined)("balances on Ethereum (anvil; needs @foundry-rs/anvil for this platform)", () => {
  it("are those of one block, in coins and known tokens", async () => {
    const lab = await startAnvilLab();
    try {
      const { USDT, USDC } = lab.contracts;
      const chain = createEvmBalances(lab.url, toTokens({ USDT, USDC }));
      const address = lab.makeAddress();
      await lab.pay(address, "1.5", "coin");
      await lab.pay(address, "250.25", "USDT");
      await lab.pay(address, "9", "unknown");
      await lab.mine(20);
      const other = lab.makeAddress();
      await lab.pay(other, "2", "coin");
      await lab.mine(20);
      const { block, balances } = await chain.readBalances([address, other]);
      expect(block.hash).toMatch(/^0x[0-9a-f]{64}$/);
      expect(balances).toEqual([
        [
          { currency: "ETH", amount: "1.500000000000000000" },
          { currency: "USDT", amount: "250.250000" },
          { currency: "USDC", amount: "0.000000" },
        ],
        [
          { currency: "ETH", amount: "2.000000000000000000" },
          { currency: "USDT", amount: "0.000000" },
          { currency: "USDC", amount: "0.000000" },
        ],
      ]);
      await lab.pay(address, "1", "coin");
      await lab.mine(5);
      const later = await chain.readBalances([address]);
      expect([later.block.height, later.balances[0]?.[0]?.amount]).toEqual([block.height + 5, "1.500000000000000000"]);
    } finally {
      await lab.close();
    }
  });
});
