import {
  checkBalance,
  checkLeaves,
  checkSignature,
  parseCheckpoint,
  parseKey,
  readFromWeb,
  toBase64,
  type LiabilitiesLeaf,
} from "@wazi/proofs";
import { getLogStatus, type BalanceProofAnswer, type LogStatus } from "@wazi/contracts";
import { LOG_KEY_STORAGE_KEY, WITNESS_KEYS_STORAGE_KEY } from "../../content/cookies.ts";
import { call } from "../../lib/api-client.ts";
import { formatDayAndTime } from "../../lib/format-date.ts";
import { formatCents } from "./format-cents.ts";
import * as texts from "../../messages/proofs.ts";

const LOG = "/log";

/** A step of the check, in plain words. A step after a failed one is not made. */
export interface CheckStep {
  title: string;
  text: string;
  /** "open" is what this browser cannot decide. */
  result: "right" | "wrong" | "open";
}

export interface OwnBalanceCheck {
  steps: CheckStep[];
  /** Everything that was read, for packages/proofs on another device. */
  file: object | null;
}

type Step = () => Promise<Omit<CheckStep, "result"> & Partial<CheckStep>>;

/**
 * Checks the user's balance in this browser: from the parts in the tree to the day's total, from there to the signed log, and
 * the log's key against the one that this browser saw first, and the signatures of the log's witnesses.
 */
export async function checkOwnBalance({ proof, logged, takenAt }: BalanceProofAnswer): Promise<OwnBalanceCheck> {
  const total = JSON.parse(logged.leaf) as LiabilitiesLeaf;
  const tiles: Record<string, string> = {};
  const readText = async (name: string): Promise<string> => new TextDecoder().decode(await readFromWeb(LOG)(name));
  const [key, checkpoint, { witnessKeys, renewals }] = await Promise.all([
    readText("key"),
    readText("checkpoint"),
    call(getLogStatus, {}),
  ]);
  const read = async (path: string): Promise<Uint8Array> => {
    const tile = await readFromWeb(LOG)(path);
    tiles[path] = toBase64(tile);
    return tile;
  };
  const leaves = [logged];
  const parts = proof.leaves.map(({ value }) => `$${formatCents(value)}`).join(" and ");
  const steps = await makeSteps([
    () => {
      checkBalance(proof, total);
      const sums = proof.leaves.reduce((sum, { path }) => sum + path.length, 0);
      return Promise.resolve({
        title: texts.stepBalanceTitle,
        text:
          proof.leaves.length === 0
            ? texts.stepBalanceNone
            : texts.stepBalanceParts({ parts, sums, total: formatCents(total.total) }),
      });
    },
    async () => {
      const { size } = await checkLeaves({ checkpoint, leaves, tiles }, key, read);
      return {
        title: texts.stepTotalTitle,
        text: texts.stepTotalText({ day: proof.day, index: logged.index + 1, size }),
      };
    },
    () => Promise.resolve(pinKey(key, renewals)),
    () => Promise.resolve().then(() => checkWitnesses(checkpoint, witnessKeys)),
  ]);
  const isSound = steps.every(({ result }) => result !== "wrong");
  const file = {
    format: "wazi-balance-1",
    takenAt: formatDayAndTime(takenAt),
    key: key.trim(),
    checkpoint,
    leaves,
    tiles,
    proof,
  };
  return { steps, file: isSound ? file : null };
}

async function makeSteps(wanted: readonly Step[]): Promise<CheckStep[]> {
  const made: CheckStep[] = [];
  for (const step of wanted) {
    try {
      made.push({ result: "right", ...(await step()) });
    } catch (error) {
      const text = texts.stepFailedText({ error: error instanceof Error ? error.message : String(error) });
      return [...made, { title: texts.stepFailedTitle, text, result: "wrong" }];
    }
  }
  return made;
}

/** The first key that this browser sees is kept. Another one later would be another log. */
function pinKey(key: string, renewals: LogStatus["renewals"]): CheckStep {
  const known = localStorage.getItem(LOG_KEY_STORAGE_KEY);
  const title = texts.stepKeySameTitle;
  const renewal = renewals.find(({ oldKey }) => oldKey === known);
  if (known !== key.trim() && renewal) {
    return {
      title: texts.stepKeyRenewedTitle,
      text: texts.stepKeyRenewedText({ at: formatDayAndTime(renewal.at), reason: renewal.reason }),
      result: "open",
    };
  }
  if (known !== null && known !== key.trim()) {
    return {
      title: texts.stepKeyOtherTitle,
      text: texts.stepKeyOtherText,
      result: "wrong",
    };
  }
  localStorage.setItem(LOG_KEY_STORAGE_KEY, key.trim());
  return known === null
    ? { title: texts.stepKeySavedTitle, text: texts.stepKeySavedText, result: "right" }
    : { title, text: texts.stepKeySameText, result: "right" };
}

/** A witness's signature on the checkpoint, checked in this browser. */
interface Cosignature {
  name: string;
  key: string;
  at: Date;
}

/**
 * Checks the signatures of the witnesses, by the keys that this browser saw first.
 * @throws Error when one is wrong
 */
function checkWitnesses(checkpoint: string, keys: readonly string[]): CheckStep {
  const { body, signatures } = parseCheckpoint(checkpoint);
  const signed = keys.flatMap((text): Cosignature[] => {
    const key = parseKey(text);
    const time = signatures.map((line) => checkSignature(body, line, key)).find((each) => each !== null);
    return time === undefined || time === null
      ? []
      : [{ name: key.name, key: text, at: new Date(Number(time) * 1_000) }];
  });
  if (signed.length === 0) {
    return {
      title: texts.stepWitnessNoneTitle,
      text: texts.stepWitnessNoneText,
      result: "open",
    };
  }
  const stranger = signed.find((each) => !pinWitness(each));
  if (stranger) {
    return {
      title: texts.stepWitnessOtherKeyTitle,
      text: texts.stepWitnessOtherKeyText({ name: stranger.name }),
      result: "wrong",
    };
  }
  const list = signed
    .map(({ name, at }) => texts.stepWitnessSigned({ name, at: formatDayAndTime(at.toISOString()) }))
    .join(", ");
  return {
    title: signed.length === 1 ? texts.stepWitnessOneTitle : texts.stepWitnessManyTitle,
    text: texts.stepWitnessText({ list }),
    result: "right",
  };
}

/** Keeps the first key of each witness. @returns false when this browser knows another one */
function pinWitness({ name, key }: Cosignature): boolean {
  const stored = JSON.parse(localStorage.getItem(WITNESS_KEYS_STORAGE_KEY) ?? "{}") as Record<string, string>;
  const known = stored[name] ?? key;
  localStorage.setItem(WITNESS_KEYS_STORAGE_KEY, JSON.stringify({ ...stored, [name]: known }));
  return known === key;
}
