/** All that other nouns may use. */
export { findLoggedReserveDay } from "./reserves/store.ts";
export { GIVEN_INTEREST, listArrivals, lockInterestDays } from "./statements/interest-arrivals/store.ts";
