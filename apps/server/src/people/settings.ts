import { signInBody } from "@wazi/contracts";
import { DOCUMENT_KEY_BYTES } from "./documents/document-keys.ts";
import {
  defineSettings,
  optional,
  type ParsedEntries,
  parseLine,
  parseList,
  parseOneOf,
  parseWebAddress,
  Problem,
  required,
} from "../platform/settings/setting-entry.ts";

/** The company that runs this installation. Live mode does not start without it. */
export interface OperatorSettings {
  name: string;
  regulator: string;
  licence: string;
  /** English names, as at sign-up. */
  countriesServed: readonly string[];
}

export interface BucketSettings {
  bucket: string;
  /** Scheme, host and port of the service. The bucket is part of the path. */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** The store of identity documents and their encryption keys. */
export interface DocumentSettings {
  store: { kind: "folder" } | ({ kind: "s3" } & BucketSettings);
  /** Newest first. Empty: the key file in the data folder is used. */
  keys: readonly Buffer[];
}

type StoreChoice = { kind: "folder" } | { kind: "s3"; bucket: string };

function parseStoreChoice(text: string): StoreChoice | Problem {
  if (text === "folder") return { kind: "folder" };
  const bucket = /^s3:([a-z\d][a-z\d.-]{1,61}[a-z\d])$/.exec(text)?.[1];
  return bucket === undefined ? new Problem("is not a folder or a bucket") : { kind: "s3", bucket };
}

function parseKey(text: string): Buffer | Problem {
  const bytes = Buffer.from(text, "base64");
  const isKey = /^[A-Za-z\d+/]+=*$/.test(text) && bytes.length === DOCUMENT_KEY_BYTES;
  return isKey ? bytes : new Problem("is not a valid key");
}

function parseKeys(text: string): readonly Buffer[] | Problem {
  const parsed = text.split(",").map((each) => parseKey(each.trim()));
  return parsed.find((each) => each instanceof Problem) ?? (parsed as Buffer[]);
}

const KEY_ALLOWED = `${DOCUMENT_KEY_BYTES} random bytes in base64, as printed by openssl rand -base64 ${DOCUMENT_KEY_BYTES}`;

function parseAdminPassword(text: string): string | Problem {
  return text.length >= 8 && text.length <= 256 ? text : new Problem("is too short or too long");
}

/** Same rule as at sign-in, so that the first administrator can sign in. */
function parseEmail(text: string): string | Problem {
  const parsed = signInBody.safeParse({ email: text, password: "-" });
  return parsed.success ? parsed.data.email : new Problem("is not an e-mail address");
}

const entries = {
  adminEmail: required({
    variable: "ADMIN_EMAIL",
    fallback: "admin@wazi.local",
    meaning: "The e-mail address of the first administrator, created when there is none.",
    allowed: "an e-mail address",
    parse: parseEmail,
  }),
  adminPassword: optional({
    variable: "ADMIN_PASSWORD",
    meaning: "The password of the first administrator. Not set: a random one, in the file admin-password of DATA_DIR.",
    allowed: "8 to 256 characters; in live mode at least 12 that are hard to guess",
    secret: true,
    parse: parseAdminPassword,
  }),
  kycRequiredFor: required({
    variable: "KYC_REQUIRED_FOR",
    fallback: "none",
    meaning: "The action for which an investor needs a verified identity. Withdrawals never need it.",
    allowed: "none or deposit",
    parse: parseOneOf("none", "deposit"),
  }),
  documentStore: required({
    variable: "DOCUMENT_STORE",
    fallback: "folder",
    meaning: "Where encrypted identity documents are stored: in the data folder, or in a bucket of an S3 service.",
    allowed: "folder or s3:<bucket>",
    parse: parseStoreChoice,
  }),
  documentKey: optional({
    variable: "DOCUMENT_KEY",
    meaning: "The encryption key for identity documents. Not set: a key in the data folder.",
    allowed: KEY_ALLOWED,
    secret: true,
    parse: parseKey,
  }),
  documentKeysOld: optional({
    variable: "DOCUMENT_KEYS_OLD",
    meaning: "Former encryption keys, needed to read older documents until npm run wazi -- rotate-documents has run.",
    allowed: "keys, separated by commas",
    secret: true,
    parse: parseKeys,
  }),
  documentKeyLost: required({
    variable: "DOCUMENT_KEY_LOST",
    fallback: "off",
    meaning:
      "Starts although the key of older documents and second factors is missing. They stay unreadable: investors submit documents again, and administrators remove the factors.",
    allowed: "off or on",
    parse: parseOneOf("off", "on"),
  }),
  s3Endpoint: optional({
    variable: "S3_ENDPOINT",
    meaning: "With a bucket: the address of the S3 service, without the bucket.",
    allowed: "an address that starts with http:// or https://",
    parse: (text) => {
      const address = parseWebAddress(text);
      return address instanceof Problem ? address : address.replace(/\/+$/, "");
    },
  }),
  s3Region: required({
    variable: "S3_REGION",
    fallback: "us-east-1",
    meaning: "With a bucket: the region of the S3 service.",
    allowed: "one line of text",
    parse: parseLine,
  }),
  s3AccessKeyId: optional({
    variable: "S3_ACCESS_KEY_ID",
    meaning: "With a bucket: the access key id.",
    allowed: "one line of text",
    secret: true,
    parse: parseLine,
  }),
  s3SecretAccessKey: optional({
    variable: "S3_SECRET_ACCESS_KEY",
    meaning: "With a bucket: the secret access key.",
    allowed: "one line of text",
    secret: true,
    parse: parseLine,
  }),
  operatorName: optional({
    variable: "OPERATOR_NAME",
    meaning: "The legal name of the company that runs this installation. Live mode needs it.",
    allowed: "one line of text",
    parse: parseLine,
  }),
  operatorRegulator: optional({
    variable: "OPERATOR_REGULATOR",
    meaning: "The regulator that supervises the operator. Live mode needs it.",
    allowed: "one line of text",
    parse: parseLine,
  }),
  operatorLicence: optional({
    variable: "OPERATOR_LICENCE",
    meaning: "The licence number of the operator. Live mode needs it.",
    allowed: "one line of text",
    parse: parseLine,
  }),
  countriesServed: optional({
    variable: "COUNTRIES_SERVED",
    meaning: "The countries whose residents can sign up. Live mode needs it.",
    allowed: "English names, separated by commas",
    parse: parseList,
  }),
  supportUrl: optional({
    variable: "SUPPORT_URL",
    meaning: "The support link. Not set: no link is shown.",
    allowed: "an address that starts with http:// or https://",
    parse: parseWebAddress,
  }),
  whatsappUrl: optional({
    variable: "WHATSAPP_URL",
    meaning: "The WhatsApp support link. Not set: no link is shown.",
    allowed: "an address that starts with http:// or https://",
    parse: parseWebAddress,
  }),
} as const;

type PeopleValues = ParsedEntries<typeof entries>;

function check(values: PeopleValues): string[] {
  const problems: string[] = [];
  if (values.documentStore.kind === "s3") {
    for (const name of ["s3Endpoint", "s3AccessKeyId", "s3SecretAccessKey"] as const) {
      const { variable, allowed } = entries[name];
      if (values[name] === undefined)
        problems.push(`${variable} is not set. DOCUMENT_STORE needs it. Allowed: ${allowed}.`);
    }
  }
  if (values.documentKeysOld !== undefined && values.documentKey === undefined) {
    problems.push(`DOCUMENT_KEYS_OLD needs DOCUMENT_KEY, the current key. Allowed: ${KEY_ALLOWED}.`);
  }
  return problems;
}

function toDocumentSettings(values: PeopleValues): DocumentSettings {
  const { documentStore: choice, documentKey: newest, documentKeysOld: old } = values;
  const { s3Endpoint: endpoint = "", s3Region: region } = values;
  const { s3AccessKeyId: accessKeyId = "", s3SecretAccessKey: secretAccessKey = "" } = values;
  return {
    store: choice.kind === "folder" ? choice : { ...choice, endpoint, region, accessKeyId, secretAccessKey },
    keys: newest === undefined ? [] : [newest, ...(old ?? [])],
  };
}

function checkLive(values: PeopleValues): string[] {
  const problems: string[] = [];
  for (const key of ["operatorName", "operatorRegulator", "operatorLicence", "countriesServed"] as const) {
    const { variable, allowed } = entries[key];
    if (values[key] === undefined) problems.push(`${variable} is not set. Live mode needs it. Allowed: ${allowed}.`);
  }
  if (values.kycRequiredFor === "none") {
    problems.push(`KYC_REQUIRED_FOR: "none" is not allowed in live mode. Allowed: deposit.`);
  }
  return problems;
}

/** Undefined unless all of them are set. */
function toOperatorSettings(values: PeopleValues): OperatorSettings | undefined {
  const { operatorName: name, operatorRegulator: regulator, operatorLicence: licence, countriesServed } = values;
  if (name === undefined || regulator === undefined || licence === undefined || countriesServed === undefined) return;
  return { name, regulator, licence, countriesServed };
}

export const peopleSettings = defineSettings({
  title: "People and operator",
  entries,
  check,
  checkLive,
  toSettings: (values) => {
    const { adminEmail, adminPassword, kycRequiredFor, documentKeyLost, supportUrl, whatsappUrl } = values;
    return {
      ...{ adminEmail, adminPassword, kycRequiredFor, documentKeyLost, supportUrl, whatsappUrl },
      documents: toDocumentSettings(values),
      operator: toOperatorSettings(values),
    };
  },
});
