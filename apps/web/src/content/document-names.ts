import type { Verification } from "@wazi/contracts";

/** How identity documents are called on the screens. */
export const documentNames: Readonly<Record<Verification["documentType"], string>> = {
  passport: "Passport",
  id_card: "ID card",
  drivers_license: "Driver's license",
};
