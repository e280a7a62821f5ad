import type { Deposit, DepositCurrency } from "@wazi/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ANVIL, startAnvilLab, type AnvilLab } from "../../../../../tests/harness/chains/anvil-lab.ts";
import {
  hasBitcoin,
  hasLitecoin,
  startBitcoinLab,
  startLitecoinLab,
  type CoreLab,
} from "../../../../../tests/harness/chains/core-lab.ts";
import {
  ageDeposit,
  paymentsOf,
  requestDeposit,
  setPrice,
  settle,
  watchDepsOf,
} from "../../../../../tests/harness/chains/watched-world.ts";
import { accountOf } from "../../../../../tests/harness/money-calls.ts";
import { startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";

const balanceOf = async (client: TestClient): Promise<string> => (await accountOf(client)).balance;

const coreNodes = [
  { name: "Litecoin (litecoind: apt-get install litecoind)", isThere: hasLitecoin, start: startLitecoinLab },
  { name: "Bitcoin (WAZI_BITCOIND, the path of a bitcoind)", isThere: hasBitcoin, start: startBitcoinLab },
];

for (const { name, isThere, start } of coreNodes) {
  describe.skipIf(!isThere)(`deposits on ${name}`, () => {
    let test: TestApp;
    let lab: CoreLab;
    let amina: TestClient;
    let deposit: Deposit;
    beforeAll(async () => {
      [test, lab] = await Promise.all([startTestApp(), start()]);
    });
    afterAll(async () => {
      expect(await test.differences()).toEqual([]);
      await lab.close();
      await test.close();
    });
    beforeEach(async () => {
      await setPrice(test, `${lab.network}/USD`, 80);
      amina = await test.signUp();
      deposit = await requestDeposit(amina, "200", lab.network, lab.network);
      await round();
    });
    const round = (): Promise<void> => settle(watchDepsOf(test), lab.reader);
    const pay = (coins: string): Promise<string> => lab.pay(deposit.walletAddress, coins, "coin");
    const listStates = async (): Promise<string[]> => {
      await round();
      return (await paymentsOf(test, amina)).map(({ status }) => status).sort();
    };

    it("are seen before their block, and credited once after a replacement with a higher fee (RBF)", async () => {
      const first = await pay("2.5");
      await expect.poll(listStates).toEqual(["seen"]);
      await lab.replacePayment!(first);
      await expect.poll(listStates).toEqual(["dropped", "seen"]);
      await lab.mine(2);
      expect(await listStates()).toEqual(["credited", "dropped"]);
      expect(await balanceOf(amina)).toBe("200.00");
    });

    it("that their sender takes back before a block are never credited", async () => {
      const hash = await pay("1");
      await expect.poll(listStates).toEqual(["seen"]);
      await lab.takeBack(hash);
      await expect.poll(listStates).toEqual(["dropped"]);
      await lab.mine(3);
      expect([await listStates(), await balanceOf(amina)]).toEqual([["dropped"], "0.00"]);
    });

    it("are credited at the deposit's rate inside the window, and at the rate of their first block after it", async () => {
      await setPrice(test, `${lab.network}/USD`, 100);
      await pay("2.5");
      await lab.mine(2);
      await round();
      await ageDeposit(test, deposit.id, 20);
      await pay("0.5");
      await lab.mine(2);
      await round();
      const payments = await paymentsOf(test, amina);
      expect(payments.map(({ timing, rate, credited }) => [timing, rate, credited])).toEqual(
        expect.arrayContaining([
          ["on_time", "80", "200.00"],
          ["late", "100", "50.00"],
        ]),
      );
      expect(await balanceOf(amina)).toBe("250.00");
    });

    it("in a block that is replaced count their confirmations again, and are credited once", async () => {
      await pay("2.5");
      await lab.mine(1);
      expect(await listStates()).toEqual(["seen"]);
      await lab.replaceBlocks(1);
      expect([await listStates(), await balanceOf(amina)]).toEqual([["seen"], "0.00"]);
      await lab.mine(2);
      expect([await listStates(), await balanceOf(amina)]).toEqual([["credited"], "200.00"]);
      await lab.replaceBlocks(2);
      await lab.mine(2);
      expect([await listStates(), await balanceOf(amina)]).toEqual([["credited"], "200.00"]);
    });

    it("worth less than a cent stay visible as dust", async () => {
      await pay("0.0001");
      await lab.mine(2);
      await ageDeposit(test, deposit.id, 20);
      expect([await listStates(), await balanceOf(amina)]).toEqual([["dust"], "0.00"]);
    });
  });
}

describe.skipIf(ANVIL === undefined)("deposits on Ethereum (anvil: needs @foundry-rs/anvil for this platform)", () => {
  let test: TestApp;
  let lab: AnvilLab;
  beforeAll(async () => {
    [test, lab] = await Promise.all([startTestApp(), startAnvilLab()]);
    await setPrice(test, "ETH/USD", 3_000);
    await round();
  });
  afterAll(async () => {
    expect(await test.differences()).toEqual([]);
    await lab.close();
    await test.close();
  });
  const round = (): Promise<void> => settle(watchDepsOf(test), lab.reader);
  const ask = async (currency: DepositCurrency): Promise<{ client: TestClient; deposit: Deposit }> => {
    const client = await test.signUp();
    return { client, deposit: await requestDeposit(client, "300", currency, "ERC20") };
  };

  it("credit ether, USDT and USDC once each", async () => {
    for (const [currency, what, coins] of [
      ["ETH", "coin", "0.1"],
      ["USDT", "USDT", "300"],
      ["USDC", "USDC", "300"],
    ] as const) {
      const { client, deposit } = await ask(currency);
      await lab.pay(deposit.walletAddress, coins, what);
      await lab.mine();
      await round();
      expect(await paymentsOf(test, client)).toMatchObject([{ status: "seen", timing: "on_time", coins }]);
      await lab.mine();
      await round();
      await round();
      expect(await paymentsOf(test, client)).toMatchObject([{ status: "credited", amount: "exact" }]);
      expect(await balanceOf(client)).toBe("300.00");
    }
  });

  it("in a token that only has the name of USDT are not read, and in another currency wait for a person", async () => {
    const { client, deposit } = await ask("ETH");
    await lab.pay(deposit.walletAddress, "5", "unknown");
    await lab.mine();
    await lab.pay(deposit.walletAddress, "7", "USDC");
    await lab.mine(2);
    await round();
    expect((await paymentsOf(test, client)).map(({ status, reason }) => [status, reason])).toEqual([
      ["review", "wrong-currency"],
    ]);
    expect(await balanceOf(client)).toBe("0.00");
  });

  it("that a reorganisation removes before their credit are dropped", async () => {
    const { client, deposit } = await ask("USDT");
    await lab.pay(deposit.walletAddress, "300", "USDT");
    await lab.mine();
    await round();
    await lab.replaceBlocks(1);
    await lab.mine(3);
    await round();
    expect(await paymentsOf(test, client)).toMatchObject([{ status: "dropped" }]);
    await lab.pay(deposit.walletAddress, "300", "USDT");
    await lab.mine(2);
    await round();
    expect((await paymentsOf(test, client)).map(({ status }) => status).sort()).toEqual(["credited", "dropped"]);
    expect(await balanceOf(client)).toBe("300.00");
  });
});
