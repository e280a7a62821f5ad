// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.

export const checkYourMobileDataOr = "Check your mobile data or Wi-Fi. Then open the page again.";
export const ifYouSignedInYour = "If you are signed in, your dashboard shows the last figures that this device received, with their age. They are kept for at most 12 hours and deleted when you sign out.";
export const openTheDashboard = "Open the dashboard";
export const thereNewsInYourAccount = "There is news in your account.";
export const thisPageNeedsConnectionNothing = "This page needs a connection. Nothing was sent, and no money was moved.";
export const wazi = "Wazi";
export const whatYouCanDo = "What you can do";
export const youAreOffline = "You are offline";
export const youOfflineNothingSent = "You are offline. Nothing was sent.";
export const youOfflineSoYouStill = "You are offline, so you are still signed in. The figures saved on this device are deleted. Sign out again when you are online.";
