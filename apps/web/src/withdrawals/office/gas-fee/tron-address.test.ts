import { expect, test } from "vitest";
import { isInvalidTronAddress } from "./tron-address.ts";

const WALLET = "TBhokD6pfPQ9s8CnxqEs6Z2XfHkFCLciJe";

test.each([
  [WALLET, "500 TRX", false],
  [` ${WALLET} `, "500 trx", false],
  ["", "500 TRX", false],
  ["notanaddress", "500 TRX", true],
  [WALLET.slice(1), "500 TRX", true],
  [`${WALLET}x`, "500 TRX", true],
  [WALLET.replace("B", "0"), "500 TRX", true],
  ["0x52908400098527886E0F7030069857D2E4169EE7", "0.01 ETH", false],
])("%j with %j: %s", (address, amount, expected) => {
  expect(isInvalidTronAddress(address, amount)).toBe(expected);
});
