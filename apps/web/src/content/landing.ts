import * as texts from "../messages/landing.ts";

/** The texts of the landing page. */

/** Shown in turn after the headline. */
export const rotatingWords = [texts.heroWordsTools, texts.growEffortlessly, texts.heroWordsClock] as const;

/** The four steps of the money through the platform. */
export const moneySteps = [
  { name: texts.deposit, text: texts.moneyStepDeposit },
  { name: texts.pool, text: texts.moneyStepAllocate },
  { name: texts.trade, text: texts.moneyStepTrade },
  { name: texts.balance, text: texts.moneyStepWithdraw },
] as const;

/** The steps from sign-up to a running bot. */
export const steps = [
  {
    title: texts.createAccount,
    text: texts.stepSignUpText,
  },
  {
    title: texts.fundAccount,
    text: texts.stepDepositText,
  },
  {
    title: texts.activateBots,
    text: texts.stepBotText,
  },
] as const;

/**
 * The worked example of the landing page, as the platform would record it: 100 units at 1.00, one trade of +5.00 and
 * one of -2.00, and a profit of 3.00 split 70 : 30 (Starter). It is an example, not a forecast.
 */
export interface ExampleEntry {
  step: string;
  /** Signed amounts in US dollars. */
  amounts: readonly string[];
  text: string;
}

export const workedExample = {
  deposit: { step: texts.deposit, amounts: ["100.00"], text: texts.exampleDeposit },
  pool: { step: texts.pool, amounts: ["100.00"], text: texts.exampleUnits },
  trade: { step: texts.trade, amounts: ["5.00", "-2.00"], text: texts.exampleTrades },
  split: { step: texts.split, amounts: ["2.10"], text: texts.exampleShare },
  balance: {
    step: texts.balance,
    amounts: ["102.10"],
    text: texts.exampleWithdrawal,
  },
} as const satisfies Record<string, ExampleEntry>;
