/** The version of the terms and of the privacy notice that the web app shows. A new one is asked for at the next sign-in. */
export const TERMS_VERSION = "2026-11-30.1";
