import { DOCUMENT_KEY_BYTES } from "../core/documents/document-keys.ts";
import { line, optional, Problem, required, webAddress, type ParsedEntries } from "./setting-entry.ts";

export interface BucketSettings {
  bucket: string;
  /** Scheme, host and port of the service; the bucket goes into the path. */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Where identity documents are kept, and with what they are encrypted. */
export interface DocumentSettings {
  store: { kind: "folder" } | ({ kind: "s3" } & BucketSettings);
  /** The newest first; none: the data folder keeps a key of its own. */
  keys: readonly Buffer[];
}

type StoreChoice = { kind: "folder" } | { kind: "s3"; bucket: string };

function storeChoice(text: string): StoreChoice | Problem {
  if (text === "folder") return { kind: "folder" };
  const bucket = /^s3:([a-z\d][a-z\d.-]{1,61}[a-z\d])$/.exec(text)?.[1];
  return bucket === undefined ? new Problem("is neither a folder nor a bucket") : { kind: "s3", bucket };
}

function key(text: string): Buffer | Problem {
  const bytes = Buffer.from(text, "base64");
  const isKey = /^[A-Za-z\d+/]+=*$/.test(text) && bytes.length === DOCUMENT_KEY_BYTES;
  return isKey ? bytes : new Problem("is not such a key");
}

function keys(text: string): readonly Buffer[] | Problem {
  const parsed = text.split(",").map((each) => key(each.trim()));
  return parsed.find((each) => each instanceof Problem) ?? (parsed as Buffer[]);
}

const KEY_ALLOWED = `${DOCUMENT_KEY_BYTES} random bytes in base64, such as openssl rand -base64 ${DOCUMENT_KEY_BYTES} makes`;

/** The settings of identity documents. */
export const documentEntries = {
  documentStore: required({
    variable: "DOCUMENT_STORE",
    fallback: "folder",
    meaning: "Where encrypted identity documents are kept: a folder in the data folder, or a bucket of an S3 service.",
    allowed: "folder or s3:<bucket>",
    parse: storeChoice,
  }),
  documentKey: optional({
    variable: "DOCUMENT_KEY",
    meaning: "What identity documents are encrypted with. Not set: a key that the data folder keeps.",
    allowed: KEY_ALLOWED,
    secret: true,
    parse: key,
  }),
  documentKeysOld: optional({
    variable: "DOCUMENT_KEYS_OLD",
    meaning: "Former keys, which still open what was encrypted with them, until npm run rotate-documents has run.",
    allowed: "keys with commas between",
    secret: true,
    parse: keys,
  }),
  s3Endpoint: optional({
    variable: "S3_ENDPOINT",
    meaning: "With a bucket: the address of the service; the bucket goes into the path.",
    allowed: "an address that starts with http:// or https://",
    parse: (text) => {
      const address = webAddress(text);
      return address instanceof Problem ? address : address.replace(/\/+$/, "");
    },
  }),
  s3Region: required({
    variable: "S3_REGION",
    fallback: "us-east-1",
    meaning: "With a bucket: the service's region.",
    allowed: "one line of text",
    parse: line,
  }),
  s3AccessKeyId: optional({
    variable: "S3_ACCESS_KEY_ID",
    meaning: "With a bucket: who signs.",
    allowed: "one line of text",
    secret: true,
    parse: line,
  }),
  s3SecretAccessKey: optional({
    variable: "S3_SECRET_ACCESS_KEY",
    meaning: "With a bucket: what it is signed with.",
    allowed: "one line of text",
    secret: true,
    parse: line,
  }),
} as const;

export type DocumentValues = ParsedEntries<typeof documentEntries>;

export function checkDocumentEntries(values: DocumentValues): string[] {
  const problems: string[] = [];
  if (values.documentStore.kind === "s3") {
    for (const name of ["s3Endpoint", "s3AccessKeyId", "s3SecretAccessKey"] as const) {
      const { variable, allowed } = documentEntries[name];
      if (values[name] === undefined) problems.push(`${variable} is not set. DOCUMENT_STORE needs it: ${allowed}.`);
    }
  }
  if (values.documentKeysOld !== undefined && values.documentKey === undefined) {
    problems.push(`DOCUMENT_KEYS_OLD needs a newer DOCUMENT_KEY. Allowed with it: ${KEY_ALLOWED}.`);
  }
  return problems;
}

/** What `checkDocumentEntries` has nothing against. */
export function documentsOf(values: DocumentValues): DocumentSettings {
  const { documentStore: choice, documentKey: newest, documentKeysOld: old } = values;
  const { s3Endpoint: endpoint = "", s3Region: region } = values;
  const { s3AccessKeyId: accessKeyId = "", s3SecretAccessKey: secretAccessKey = "" } = values;
  return {
    store: choice.kind === "folder" ? choice : { ...choice, endpoint, region, accessKeyId, secretAccessKey },
    keys: newest === undefined ? [] : [newest, ...(old ?? [])],
  };
}
