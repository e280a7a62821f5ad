import * as texts from "../messages/page-heads.ts";

/** The title and description of a page, for search engines, browser tabs and shared links. */
export interface PageHead {
  /** The same title that `useTitle` sets in the browser. */
  title: string;
  description: string;
  /** Shown without JavaScript, on pages that are of little use without it. */
  withoutScript?: string;
}

const landing: PageHead = {
  title: texts.moneyYouCanFollowWazi,
  description: texts.waziRunsTradingBotsIn,
};
const SIGN_IN_DESCRIPTION = texts.signInToYourWazi;
const WITHOUT_SCRIPT = texts.signInNeedsJavascriptPlease;
const admin: PageHead = {
  title: texts.adminSignInWazi,
  description: texts.forPeopleWhoRunThis,
  withoutScript: WITHOUT_SCRIPT,
};

export const pageHeads: Readonly<Record<string, PageHead>> = {
  "/": landing,
  "/landing": landing,
  "/signup": {
    title: texts.signUpWazi,
    description: texts.openWaziAccountTradingCan,
    withoutScript: texts.signUpNeedsJavascriptPlease,
  },
  "/signin": { title: texts.signInWazi, description: SIGN_IN_DESCRIPTION, withoutScript: WITHOUT_SCRIPT },
  "/forgot-password": {
    title: texts.forgotPasswordWazi,
    description: texts.getLinkByEMail,
    withoutScript: WITHOUT_SCRIPT,
  },
  "/reset-password": {
    title: texts.newPasswordWazi,
    description: texts.chooseNewPasswordWithLink,
    withoutScript: WITHOUT_SCRIPT,
  },
  "/verify-email": {
    title: texts.confirmEMailWazi,
    description: texts.confirmYourEMailAddress,
    withoutScript: WITHOUT_SCRIPT,
  },
  "/change-email": {
    title: texts.newEMailWazi,
    description: texts.confirmYourNewEMail,
    withoutScript: WITHOUT_SCRIPT,
  },
  "/freeze": {
    title: texts.freezeAccountWazi,
    description: texts.freezeYourAccountAtOnce,
    withoutScript: WITHOUT_SCRIPT,
  },
  "/terms": {
    title: texts.termsWazi,
    description: texts.theTermsThisPlatformIn,
  },
  "/privacy": {
    title: texts.privacyWazi,
    description: texts.whichPersonalDataWaziKeeps,
  },
  "/status": {
    title: texts.statusWazi,
    description: texts.uptimeResponseTimesPricesAnd,
    withoutScript: texts.thisPageNeedsJavascriptTo,
  },
  "/security": {
    title: texts.securityWazi,
    description: texts.howWeProtectYourMoney,
  },
  "/disclaimer": {
    title: texts.disclaimerWazi,
    description: texts.tradingCanLoseMoneyWhat,
  },
  "/cookies": {
    title: texts.cookiePolicyWazi,
    description: texts.theThreeCookiesThatWazi,
  },
  "/how-to-read": {
    title: texts.howToReadThisWazi,
    description: texts.whatEachFigureAboutTrading,
  },
  "/proofs": {
    title: texts.proofsWazi,
    description: texts.howAnybodyCanCheckOur,
  },
  "/help": {
    title: texts.helpWazi,
    description: texts.answersToCommonQuestionsWords,
  },
  "/fees": {
    title: texts.feesWazi,
    description: texts.whatWaziTakesFromProfit,
  },
  "/how-wazi-earns": {
    title: texts.howWaziMakesMoneyWazi,
    description: texts.whereIncomeWaziComesFrom,
  },
  "/offline": {
    title: texts.youAreOfflineWazi,
    description: texts.thisPageNeedsConnectionNothing,
  },
  "/admin": admin,
};

export const notFoundHead: PageHead = {
  title: texts.pageNotFoundWazi,
  description: texts.thereNoPageAtThis,
};

/** For pages behind sign-in, until they set their own. */
export const signedInHead: PageHead = {
  title: texts.wazi,
  description: texts.yourWaziAccount,
  withoutScript: texts.waziNeedsJavascriptToShow,
};
