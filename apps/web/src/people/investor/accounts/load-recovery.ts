/** Loads the validation rules and the calls while the user reads or fills in the form. */
export const loadRecovery = () => import("./recovery.ts");
