/**
 * The answers of the API that the service worker keeps, so that the pages show the last figures without a connection. It is
 * deleted at sign-out and as soon as the server says that there is no session.
 */
export const FIGURES_CACHE = "wazi-figures";
/** On a saved answer: when it was received, in milliseconds since 1970. */
export const SAVED_AT_HEADER = "x-wazi-saved-at";

/** Tells the worker to delete them, and not to save answers that are still on their way. */
export const DELETE_FIGURES_MESSAGE = "delete-figures";
