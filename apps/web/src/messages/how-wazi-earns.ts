// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type Wrap, join } from "../lib/message-parts.ts";

export const aLargerTotalDepositsGives = "A larger total of deposits gives you a larger share of a profit. Do not deposit more than you can afford to lose in order to reach a plan.";
export const allMoneyHerePracticeMoney = "All money here is practice money. Wazi earns nothing from it.";
export const amountsRoundedToCentWhat = "Amounts are rounded to the cent. What rounding leaves is booked to an account of its own: a cent at most for each movement of money.";
export const costsTradingGoToMarket = "Costs of trading go to the market. Wazi gets no part of the spread, the commission or the financing. Deposits, holding money and withdrawals are free, and Wazi pays the fees of payouts.";
export const everyShareEntryInLedger = ({ link }: { link: Wrap }) =>
  join("Every share is an entry in the ledger and a line in your statement. ", link("Fees"), " has a calculator.");
export const howWaziMakesMoney = "How Wazi makes money";
export const howYouCanCheckThis = "How you can check this";
export const inThisDemo = "In this demo";
export const theOneSourceOfIncome = "The one source of income";
export const waziSharesYourGainsBut = "Wazi shares your gains but not your losses. So a risky bot can be worth more to Wazi than to you. This is why each bot shows its deepest fall and what its record can prove, and why you can set a stop-loss.";
export const waziTakesShareYourProfit = "Wazi takes a share of your profit: 30%, 20% or 10%, depending on your plan. The share is taken when you take profit out of a bot. Without a profit, Wazi takes no share.";
export const weEarnWhenYouEarn = "We earn when you earn. Here is exactly how, and what to watch for.";
export const whatWaziDoesNotEarn = "What Wazi does not earn from";
export const whereOurInterestsDiffer = "Where our interests differ";
export const yourStatementNamesProfitShare = ({ link, link2 }: { link: Wrap; link2: Wrap }) =>
  join("Your statement names the profit share of each movement. The ", link("status page"), " shows what the platform holds and owes. ", link2("Proofs"), " explains how to check our records without trusting us.");
