import { parseKey, WITNESS_SIGNATURE, type NoteKey } from "@wazi/proofs";
import { defineSettings, optional, parseWebAddress, Problem } from "../platform/settings/setting-entry.ts";

const KEY = /^[A-Za-z0-9+/]{43}=$/;

/** "name+id+key address", as a witness prints its key. */
function parseWitness(text: string): { url: string; key: NoteKey } | Problem {
  const [keyText = "", address = "", ...rest] = text.split(/\s+/);
  const url = parseWebAddress(address);
  if (url instanceof Problem || rest.length > 0) return new Problem("is not a public key and a web address");
  try {
    const key = parseKey(keyText);
    return key.kind === WITNESS_SIGNATURE ? { url, key } : new Problem("has a key that is not a witness's");
  } catch {
    return new Problem("has no public key of a witness");
  }
}

function parseWitnesses(text: string): readonly { url: string; key: NoteKey }[] | Problem {
  const witnesses = text.split(",").map((each) => parseWitness(each.trim()));
  return witnesses.find((each) => each instanceof Problem) ?? (witnesses as { url: string; key: NoteKey }[]);
}

export const proofSettings = defineSettings({
  title: "Public log",
  entries: {
    logKey: optional({
      variable: "LOG_KEY",
      meaning:
        "The Ed25519 key that signs the transparency log. Not set: a key that the first start makes, in DATA_DIR/keys/log.key.",
      allowed: "32 bytes in Base64",
      secret: true,
      parse: (text) => (KEY.test(text) ? text : new Problem("is not 32 bytes in Base64")),
    }),
    backupKey: optional({
      variable: "BACKUP_KEY",
      meaning:
        "The Ed25519 key that signs backups. It is in no backup. Not set: a key that the first backup makes, in DATA_DIR/keys/backup.key.",
      allowed: "32 bytes in Base64",
      secret: true,
      parse: (text) => (KEY.test(text) ? text : new Problem("is not 32 bytes in Base64")),
    }),
    witnesses: optional({
      variable: "WITNESS_URL",
      meaning: "The witnesses that cosign the transparency log. Not set: none.",
      allowed: "public key, a space, and the address of each witness, separated by commas",
      parse: parseWitnesses,
    }),
  },
});
