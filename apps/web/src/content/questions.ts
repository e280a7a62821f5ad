import * as texts from "../messages/help.ts";

/** The frequently asked questions of the landing page. */
export const questions = [
  {
    question: texts.howDoesWaziWork,
    answer: texts.youMakeDepositAndAllocate,
  },
  {
    question: texts.whatIsTheMinimumDeposit,
    answer: texts.n100TotalDeposits100Unlock,
  },
  {
    question: texts.howDoIWithdrawMy,
    answer: texts.transferYourRunningProfitsTo,
  },
  {
    question: texts.isMyMoneySafe,
    answer: texts.yourRecordsSafeEveryCent,
  },
  {
    question: texts.howLongUntilISee,
    answer: texts.nobodyCanSayAndYou,
  },
  {
    question: texts.doINeedTradingExperience,
    answer: texts.noBotsDecideWhenTo,
  },
  {
    question: texts.whichMarketsAreAvailable,
    answer: texts.forexCryptoStocksCommoditiesAnd,
  },
] as const;
