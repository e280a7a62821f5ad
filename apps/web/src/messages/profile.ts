// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.

export const aboutYou = "About you";
export const appearance = "Appearance";
export const deleteAccount = "Delete account";
export const detailsAndPreferences = "Details and preferences";
export const eMailAddress = "E-mail address";
export const lightOrDark = "Light or dark";
export const notifications = "Notifications";
export const password = "Password";
export const profile = "Profile";
export const security = "Security";
export const sessions = "Sessions";
export const thisPartCouldNotLoaded = "This part could not be loaded. Reload the page to try again.";
export const yourData = "Your data";
export const yourDetailsDevicesYouSigned = "Your details, the devices you are signed in on, and your data.";
export const yourLimit = "Your limit";
