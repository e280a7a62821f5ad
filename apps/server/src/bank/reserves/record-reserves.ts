import { formatReserveMessage, isRecent, isSignedBy } from "@wazi/proofs/reserves";
import type { Sql } from "../../platform/db/pool.ts";
import { StartError } from "../../platform/process/start-error.ts";
import { insertAuditEvent, readLogName } from "../../record/api.ts";
import { isPayable, checksumEvmAddress } from "../../deposits/api.ts";
import { insertBrokerStatement, insertSignature, type AccountStatement, type SignedAddress } from "./store.ts";

export interface RecordDeps {
  sql: Sql;
  now: () => Date;
  /** True in demo mode, which also takes addresses of the test networks of Bitcoin and Litecoin. */
  isTest: boolean;
}

type Network = SignedAddress["network"];

/** Addresses of one key, by how they begin: those of several keys or of a script cannot be signed for. */
const ONE_KEY = /^([1LTmn][1-9A-HJ-NP-Za-km-z]{25,33}|(bc|tb|ltc|tltc)1q[a-z0-9]{38})$/;
const FORMS = "0x… (Ethereum), T… (Tron), 1… or bc1q… (Bitcoin), L… or ltc1q… (Litecoin)";

/** The dated text that the holder of an address signs. @throws StartError no address, or no log yet */
export async function makeReserveMessage({ sql, now, isTest }: RecordDeps, given: string): Promise<string> {
  const { address } = readHolder(given, isTest);
  return formatReserveMessage(await requireLogName(sql), address, now().toISOString().slice(0, 10));
}

/**
 * Checks and records a signed message, so that the address counts for 31 days from its date.
 * @throws StartError another key's signature, a date that does not count, or a message that is recorded already
 */
export async function recordSignature(
  { sql, now, isTest }: RecordDeps,
  { address: given, signedOn, signature: text }: { address: string; signedOn: string; signature: string },
): Promise<void> {
  const { address, networks } = readHolder(given, isTest);
  const isHex = networks[0] === "ERC20" || networks[0] === "TRC20";
  const signature = isHex ? `0x${text.replace(/^0x/, "").toLowerCase()}` : text.trim();
  if (!isRecent(signedOn, now().toISOString().slice(0, 10)))
    throw new StartError("The date must be one of the last 31 days, as YYYY-MM-DD.");
  const message = formatReserveMessage(await requireLogName(sql), address, signedOn);
  const network = networks.find((each) => isSigned(each, address, message, signature, isTest));
  if (network === undefined) throw new StartError(`The signature is not of this address and this text:\n\n${message}`);
  await sql.begin(async (tx) => {
    if (!(await insertSignature(tx, { network, address, signedOn, signature })))
      throw new StartError("A message of this address and date is recorded already.");
    await insertAuditEvent(tx, makeEvent("reserves.sign-address", address, { network, signedOn }));
  });
}

/** Records the closing balance of a broker's statement. @throws StartError when the file is recorded already */
export async function recordBrokerStatement(
  { sql }: Pick<RecordDeps, "sql">,
  row: Omit<AccountStatement, "kind">,
): Promise<void> {
  await sql.begin(async (tx) => {
    if (!(await insertBrokerStatement(tx, row))) throw new StartError("This statement is recorded already.");
    await insertAuditEvent(tx, makeEvent("reserves.add-statement", row.account, { ...row }));
  });
}

const makeEvent = (action: string, subjectId: string, after: object) => {
  return { actorId: null, action, subjectType: "reserves", subjectId, after, address: null };
};

async function requireLogName(sql: Sql): Promise<string> {
  const name = await readLogName(sql);
  if (name === null) throw new StartError("The log has no key yet. Start Wazi once.");
  return name;
}

/** An address as it is written in messages, with the networks that it may be of. @throws StartError when it is of none */
function readHolder(given: string, isTest: boolean): { address: string; networks: readonly Network[] } {
  if (given.startsWith("0x") && isPayable("ERC20", given, false))
    return { address: checksumEvmAddress(given.slice(2)), networks: ["ERC20"] };
  const networks = (["TRC20", "BTC", "LTC"] as const).filter((each) => isPayable(each, given, isTest));
  if (networks.length === 0 || !ONE_KEY.test(given))
    throw new StartError(`The address must be of one key, without typing mistakes: ${FORMS}.`);
  return { address: given, networks };
}

function isSigned(network: Network, address: string, message: string, signature: string, isTest: boolean): boolean {
  try {
    return isSignedBy(network, address, message, signature, isTest);
  } catch {
    return false;
  }
}
