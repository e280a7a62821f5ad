import { join } from "node:path";
import { openDocumentBucket } from "../people/documents/document-bucket.ts";
import { openDocumentFolder } from "../people/documents/document-folder.ts";
import { ensureDocumentKeyFile, readDocumentKeyFile } from "../people/documents/document-key-file.ts";
import { createDocumentKeys, type DocumentKeys } from "../people/documents/document-keys.ts";
import type { DocumentStore } from "../people/documents/document-files.ts";
import { createDocumentVault, type DocumentVault } from "../people/documents/document-vault.ts";
import { findNewestDocument } from "../people/documents/store.ts";
import { createFactorVault, type FactorVault } from "../people/second-factors/factor-vault.ts";
import { listSealedHeaders } from "../people/second-factors/store.ts";
import type { Queryable } from "../platform/db/pool.ts";
import { StartError } from "../platform/process/start-error.ts";
import type { Settings } from "./settings/settings.ts";
import { openFolderMail } from "../platform/mail/folder-mail.ts";
import { createLinkSigner, type LinkSigner } from "../people/identity/signed-links.ts";
import type { MailTransport } from "../platform/mail/mail-transport.ts";
import { ensurePushKeyFile } from "../platform/push/push-key-file.ts";
import { openWebPush } from "../platform/push/web-push.ts";
import type { PushTransport } from "../platform/push/push-transport.ts";
import { createCcxtBroker } from "../trader/venue/ccxt-broker.ts";
import { createCcxtPrices } from "../trader/feeds/ccxt-prices.ts";
import { createTwelvedataPrices } from "../trader/feeds/twelvedata-prices.ts";
import type { Broker } from "../trader/venue/broker.ts";
import { liveSymbols } from "../trader/feeds/feed-plan.ts";
import type { PriceSource } from "../trader/feeds/price-source.ts";

/** Opens the vault of identity documents in the configured store, with the keys of the settings or of the data folder. */
export function openDocuments(settings: Pick<Settings, "dataDir" | "documents">): DocumentVault {
  return createDocumentVault(openDocumentStore(settings), openDocumentKeys(settings));
}

/** Opens the store of the encrypted documents, for backups, which copy them as they are. */
export function openDocumentStore({ dataDir, documents }: Pick<Settings, "dataDir" | "documents">): DocumentStore {
  return documents.store.kind === "s3"
    ? openDocumentBucket(documents.store)
    : openDocumentFolder(join(dataDir, "documents"));
}

/** Opens the vault of second factors, whose keys are derived from the same keys as those of the documents. */
export function openFactors(settings: Pick<Settings, "dataDir" | "documents">): FactorVault {
  const { secrets, readAgain } = readKeys(settings.dataDir, settings.documents.keys);
  return createFactorVault(secrets, readAgain);
}

/** Opens the keys of the identity documents, which also sign the links in mails. */
function openDocumentKeys({ dataDir, documents }: Pick<Settings, "dataDir" | "documents">): DocumentKeys {
  const { secrets, readAgain } = readKeys(dataDir, documents.keys);
  return createDocumentKeys(secrets, readAgain);
}

/** Keys from the environment come first. Keys in the data folder can still decrypt older documents. */
function readKeys(dataDir: string, given: readonly Buffer[]): { secrets: Buffer[]; readAgain: () => Buffer[] } {
  const readAgain = (): Buffer[] => [...given, ...readDocumentKeyFile(dataDir)];
  return { secrets: given.length > 0 ? readAgain() : ensureDocumentKeyFile(dataDir), readAgain };
}

/**
 * Checks that the document keys are those of this database: with other keys, second factors would be refused and new
 * documents would get a key that the backups of the old ones do not have.
 * @throws StartError unless DOCUMENT_KEY_LOST is on
 */
export async function checkDocumentKeys(
  sql: Queryable,
  { documents, factors }: { documents: DocumentVault; factors: FactorVault },
  { documentKeyLost }: Pick<Settings, "documentKeyLost">,
): Promise<void> {
  if (documentKeyLost === "on") return;
  const newest = await findNewestDocument(sql);
  const fits =
    (await listSealedHeaders(sql)).every((header) => factors.hasKeyOf(header)) &&
    (newest === undefined || (await documents.hasKeyOf(newest)));
  if (fits) return;
  throw new StartError(
    "DOCUMENT_KEY: this database was used with another key. Set that key, or put back keys/documents.key in DATA_DIR. If it is lost for ever, set DOCUMENT_KEY_LOST=on.",
  );
}

/** Opens the configured mail server, or the folder that stands in for one. Sends nothing. */
export async function openMail({ dataDir, mail }: Pick<Settings, "dataDir" | "mail">): Promise<MailTransport> {
  if (mail.server === undefined) return openFolderMail(join(dataDir, "mail"), mail.from);
  const { openSmtpMail } = await import("../platform/mail/smtp-mail.ts");
  return openSmtpMail(mail.server, mail.from);
}

/** Signs the links in mails with the keys of the identity documents. */
export const openLinkSigner = (settings: Pick<Settings, "dataDir" | "documents">): LinkSigner =>
  createLinkSigner(openDocumentKeys(settings));

/** Opens the transport of push messages; undefined where WEB_PUSH is off. Connects to nothing. */
export function openPush({
  dataDir,
  push,
  mail,
  publicOrigin,
}: Pick<Settings, "dataDir" | "push" | "mail" | "publicOrigin">): PushTransport | undefined {
  if (!push.isOn) return undefined;
  const address = /<([^>]+)>$/.exec(mail.from)?.[1] ?? mail.from;
  const contact = publicOrigin?.startsWith("https:") === true ? publicOrigin : `mailto:${address}`;
  const privateKey = push.key ?? ensurePushKeyFile(dataDir);
  try {
    return openWebPush({ privateKey, contact, testOrigin: push.testOrigin });
  } catch {
    throw new StartError(
      "PUSH_KEY is not a private key of the curve P-256. Make another one: openssl rand -base64 32.",
    );
  }
}

/** Creates the configured source of live prices; undefined for other kinds of feed. Sends no request. */
export function openPriceSource({ marketFeed }: Pick<Settings, "marketFeed">): PriceSource | undefined {
  if (marketFeed.kind !== "live") return undefined;
  const { live } = marketFeed;
  const symbols = liveSymbols(live);
  return live.provider === "ccxt" ? createCcxtPrices(live, symbols) : createTwelvedataPrices(live, symbols);
}

/** Creates the configured live broker; undefined for paper. Sends no request. */
export function openBroker({ broker }: Pick<Settings, "broker">, now: () => Date): Broker | undefined {
  return broker.kind === "ccxt" ? createCcxtBroker(broker, { now }) : undefined;
}
