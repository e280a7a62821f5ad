import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface Certificate {
  certificate: string;
  key: string;
  /** The certificate and its key in one file, as HAProxy reads them. */
  both: string;
}

/** Makes a self-signed certificate for names and addresses, such as "DNS:wazi.example" or "IP:127.0.0.1". */
export function makeCertificate(folder: string, name: string, subjects: readonly string[]): Certificate {
  const files = {
    certificate: join(folder, `${name}.crt`),
    key: join(folder, `${name}.key`),
    both: join(folder, `${name}.pem`),
  };
  const args = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=${name} -addext subjectAltName=${subjects.join(",")} -keyout ${files.key} -out ${files.certificate}`;
  const { status, stderr } = spawnSync("openssl", args.split(" "), { encoding: "utf8" });
  if (status !== 0) throw new Error(`openssl: ${stderr}`);
  writeFileSync(files.both, readFileSync(files.certificate, "utf8") + readFileSync(files.key, "utf8"), { mode: 0o600 });
  return files;
}
