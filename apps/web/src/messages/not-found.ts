// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.

export const backToHome = "Back to home";
export const pageNotFound = "Page Not Found";
export const thereNoPageAtThis = "There is no page at this address.";
