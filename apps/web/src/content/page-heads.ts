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
  title: texts.landingTitle,
  description: texts.landingDescription,
};
const SIGN_IN_DESCRIPTION = texts.signInDescription;
const WITHOUT_SCRIPT = texts.signInWithoutScript;
const admin: PageHead = {
  title: texts.adminTitle,
  description: texts.adminDescription,
  withoutScript: WITHOUT_SCRIPT,
};

export const pageHeads: Readonly<Record<string, PageHead>> = {
  "/": landing,
  "/landing": landing,
  "/signup": {
    title: texts.signUpTitle,
    description: texts.signUpDescription,
    withoutScript: texts.signUpWithoutScript,
  },
  "/signin": { title: texts.signInTitle, description: SIGN_IN_DESCRIPTION, withoutScript: WITHOUT_SCRIPT },
  "/forgot-password": {
    title: texts.forgotPasswordTitle,
    description: texts.forgotPasswordDescription,
    withoutScript: WITHOUT_SCRIPT,
  },
  "/reset-password": {
    title: texts.resetPasswordTitle,
    description: texts.resetPasswordDescription,
    withoutScript: WITHOUT_SCRIPT,
  },
  "/verify-email": {
    title: texts.verifyEmailTitle,
    description: texts.verifyEmailDescription,
    withoutScript: WITHOUT_SCRIPT,
  },
  "/change-email": {
    title: texts.changeEmailTitle,
    description: texts.changeEmailDescription,
    withoutScript: WITHOUT_SCRIPT,
  },
  "/undo-email": {
    title: texts.undoEmailTitle,
    description: texts.undoEmailDescription,
    withoutScript: WITHOUT_SCRIPT,
  },
  "/freeze": {
    title: texts.freezeTitle,
    description: texts.freezeDescription,
    withoutScript: WITHOUT_SCRIPT,
  },
  "/terms": {
    title: texts.termsWazi,
    description: texts.termsDescription,
  },
  "/privacy": {
    title: texts.privacyWazi,
    description: texts.privacyDescription,
  },
  "/status": {
    title: texts.statusWazi,
    description: texts.statusDescription,
    withoutScript: texts.figuresWithoutScript,
  },
  "/security": {
    title: texts.securityWazi,
    description: texts.securityDescription,
  },
  "/disclaimer": {
    title: texts.disclaimerWazi,
    description: texts.disclaimerDescription,
  },
  "/cookies": {
    title: texts.cookiesTitle,
    description: texts.cookiesDescription,
  },
  "/how-to-read": {
    title: texts.howToReadTitle,
    description: texts.howToReadDescription,
  },
  "/proofs": {
    title: texts.proofsWazi,
    description: texts.proofsDescription,
  },
  "/help": {
    title: texts.helpWazi,
    description: texts.helpDescription,
  },
  "/fees": {
    title: texts.feesWazi,
    description: texts.feesDescription,
  },
  "/how-wazi-earns": {
    title: texts.howWaziEarnsTitle,
    description: texts.howWaziEarnsDescription,
  },
  "/offline": {
    title: texts.offlineTitle,
    description: texts.offlineDescription,
  },
  "/admin": admin,
};

export const notFoundHead: PageHead = {
  title: texts.notFoundTitle,
  description: texts.notFoundDescription,
};

/** For pages behind sign-in, until they set their own. */
export const signedInHead: PageHead = {
  title: texts.wazi,
  description: texts.signedInDescription,
  withoutScript: texts.signedInWithoutScript,
};
