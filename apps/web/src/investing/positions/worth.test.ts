import type { CurrentUser, ExitPreview, UserBot } from "@wazi/contracts";
import { expect, it } from "vitest";
import { computePositionWorth, computeWorth, computeWorthChange, readPositionFigures } from "./worth.ts";

const account = {
  balance: "700.00",
  withdrawalHold: "50.00",
  adjustmentProfit: "5.00",
  totalInvested: "1.00",
  totalProfit: "2.00",
} as CurrentUser["account"];
const position = (allocatedAmount: string, runningProfit: string) => ({ allocatedAmount, runningProfit }) as UserBot;

it("is what one would get now, in all, after the platform's share, from one set of positions", () => {
  const positions = [position("200.00", "8.00"), position("100.00", "-3.50")];
  expect(computeWorth(account, positions)).toEqual({
    total: "1059.50",
    invested: "300.00",
    runningProfit: "9.50",
    inBots: "304.50",
  });
  expect(positions.map(computePositionWorth)).toEqual(["208.00", "96.50"]);
});

it("takes the account's sums while the positions load", () => {
  expect(computeWorth(account, undefined)).toMatchObject({ total: "753.00", invested: "1.00", runningProfit: "2.00" });
});

it("tells a gain from money that was added or taken", () => {
  expect(computeWorthChange("1100.00", { worth: "500.00", added: "500.00", taken: "0.00" })).toEqual({
    amount: "100.00",
    percent: "10.00",
  });
  expect(computeWorthChange("890.00", { worth: "1000.00", added: "0.00", taken: "100.00" })).toEqual({
    amount: "-10.00",
    percent: "-1.00",
  });
  expect(computeWorthChange("0.00", { worth: "0.00", added: "0.00", taken: "0.00" }).percent).toBeNull();
});

it("takes a position's figures from the preview of closing it, once it has loaded", () => {
  const own = { ...position("400.00", "8.00"), botId: "b", interest: "1.00", exitNav: "1.02" };
  const paid = { ownMoney: "400.00", returned: "400.00", profitToUser: "12.00", interest: "2.00" };
  const line = { botId: "b", ...paid, exitNav: "1.03" };
  const preview = { lines: [line] } as ExitPreview;
  const before = { worth: "408.00", runningProfit: "8.00", interest: "1.00", exitNav: "1.02" };
  expect(readPositionFigures(own, undefined)).toEqual(before);
  const after = { worth: "412.00", runningProfit: "12.00", interest: "2.00", exitNav: "1.03" };
  expect(readPositionFigures(own, preview)).toEqual(after);
  const loss = { lines: [{ ...line, returned: "390.00", profitToUser: "0.00" }] } as ExitPreview;
  expect(readPositionFigures(own, loss)).toMatchObject({ worth: "390.00", runningProfit: "-10.00" });
});
