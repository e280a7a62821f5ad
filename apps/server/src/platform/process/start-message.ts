import { toAdminPasswordFile } from "./admin-password-file.ts";

interface FirstAdmin {
  email: string;
  generatedPassword: string | null;
}

/** The last lines of a start, for the operator and outside the log. */
export function printStartMessage(address: string, admin: FirstAdmin | undefined, dataDir: string): void {
  const lines = [`Wazi is at ${address}`];
  if (admin) lines.push(`First administrator: ${admin.email}`);
  if (admin?.generatedPassword) lines.push(`Password: in the file ${toAdminPasswordFile(dataDir)}`);
  const who = admin ? "sign in as this administrator, or sign up as an investor" : "sign in or sign up";
  lines.push(`Next: open the address in a browser and ${who}. Ctrl-C stops Wazi.`);
  process.stdout.write(`${lines.join("\n")}\n`);
}
