/** All that other nouns may use. */
export { findLoggedReserveDay } from "./reserves/store.ts";
