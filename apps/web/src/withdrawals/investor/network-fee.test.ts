import { expect, it } from "vitest";
import { getReservedFee } from "./withdrawal-form-schema.ts";

const settings = { gasFeeAmount: "500 TRX" };

it("is shown only on the network of its coin", () => {
  expect(getReservedFee({ withdrawalType: "crypto", network: "TRC20" }, settings)).toBe("500 TRX");
  expect(getReservedFee({ withdrawalType: "crypto", network: "ERC20" }, settings)).toBeNull();
  expect(getReservedFee({ withdrawalType: "bank", network: null }, settings)).toBeNull();
  expect(getReservedFee({ withdrawalType: "crypto", network: "TRC20" }, { gasFeeAmount: "a lot" })).toBeNull();
});
