import type { Verification } from "@wazi/contracts";

/** How the documents are called on the screen. */
export const documentNames: Readonly<Record<Verification["documentType"], string>> = {
  passport: "Passport",
  id_card: "ID card",
  drivers_license: "Driver's license",
};
