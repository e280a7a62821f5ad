import type { Site } from "../../platform/http/same-origin.ts";
import { createHash } from "node:crypto";
import {
  MINUTE_MS,
  type PasskeyAssertion,
  type PasskeyAssertionOptions,
  type PasskeyRegistration,
  type PasskeyRegistrationOptions,
} from "@wazi/contracts";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import type { Sql } from "../../platform/db/pool.ts";
import {
  type ChallengePurpose,
  findPasskey,
  insertChallenge,
  listPasskeys,
  type NewPasskey,
  type PasskeyRow,
  recordPasskeyUse,
  takeChallenge,
} from "./store.ts";

/** Time to touch the sensor or to enter a PIN. */
const CHALLENGE_MS = 2 * MINUTE_MS;
const RP_NAME = "Wazi";

interface PasskeyDeps {
  sql: Sql;
  now: () => Date;
}

/** Loaded at the first use, because loading it takes longer than the rest of the start. */
const loadLibrary = () => import("@simplewebauthn/server");

/** Browser options for a new passkey, which the person can also use to sign in without a password. */
export async function createRegistrationOptions(
  deps: PasskeyDeps,
  site: Site,
  user: { id: string; email: string; firstName: string; lastName: string },
): Promise<PasskeyRegistrationOptions> {
  const { generateRegistrationOptions } = await loadLibrary();
  const excluded = toDescriptors(await listPasskeys(deps.sql, user.id), site);
  const { challenge, rp, pubKeyCredParams, ...options } = await generateRegistrationOptions({
    rpName: RP_NAME,
    rpID: site.rpId,
    userName: user.email,
    userID: new TextEncoder().encode(user.id),
    userDisplayName: `${user.firstName} ${user.lastName}`.trim(),
    attestationType: "none",
  });
  await keepChallenge(deps, challenge, "registration", user.id);
  return {
    challenge,
    rp: { name: rp.name, id: site.rpId },
    user: options.user,
    pubKeyCredParams,
    timeout: CHALLENGE_MS,
    attestation: "none",
    excludeCredentials: excluded,
    authenticatorSelection: { residentKey: "required", userVerification: "required", requireResidentKey: true },
  };
}

/** Browser options for the use of a passkey. @param userId null for a sign-in, where the passkey says whose it is */
export async function createAssertionOptions(
  deps: PasskeyDeps,
  site: Site,
  userId: string | null,
): Promise<PasskeyAssertionOptions> {
  const { generateAuthenticationOptions } = await loadLibrary();
  const { challenge } = await generateAuthenticationOptions({ rpID: site.rpId });
  await keepChallenge(deps, challenge, userId === null ? "sign-in" : "step-up", userId);
  const allowed =
    userId === null ? {} : { allowCredentials: toDescriptors(await listPasskeys(deps.sql, userId), site) };
  return { challenge, rpId: site.rpId, timeout: CHALLENGE_MS, userVerification: "required", ...allowed };
}

/** Checks what the browser answered to registration options. Undefined when it is not valid. Uses up the challenge. */
export async function verifyRegistration(
  deps: PasskeyDeps,
  site: Site,
  input: { userId: string; name: string; response: PasskeyRegistration },
): Promise<NewPasskey | undefined> {
  const challenge = await useChallenge(deps, input.response, "registration", input.userId);
  if (challenge === undefined) return undefined;
  const { verifyRegistrationResponse } = await loadLibrary();
  // The library throws for everything that is not as expected.
  const verified = await verifyRegistrationResponse({
    response: input.response as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  const { credential, credentialBackedUp } = verified.registrationInfo;
  return {
    userId: input.userId,
    rpId: site.rpId,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    signCount: credential.counter,
    transports: readTransports(input.response.response.transports),
    name: input.name,
    isSynced: credentialBackedUp,
    createdAt: deps.now(),
  };
}

/**
 * Checks the use of a passkey: a challenge of ours that was not used before, our origin and host, a valid signature, a
 * person who was verified by the device, and a sign counter that rises. Undefined when one of them is not so.
 * @param userId the user whose passkey it has to be; null for a sign-in
 */
export async function verifyAssertion(
  deps: PasskeyDeps,
  site: Site,
  input: { userId: string | null; response: PasskeyAssertion },
): Promise<PasskeyRow | undefined> {
  const { userId, response } = input;
  const challenge = await useChallenge(deps, response, userId === null ? "sign-in" : "step-up", userId);
  if (challenge === undefined) return undefined;
  const passkey = await findPasskey(deps.sql, response.id, site.rpId);
  if (passkey === undefined || (userId !== null && passkey.userId !== userId)) return undefined;
  const { verifyAuthenticationResponse } = await loadLibrary();
  const verified = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.signCount,
      transports: passkey.transports,
    },
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  const isCounted = await recordPasskeyUse(deps.sql, passkey.id, verified.authenticationInfo.newCounter, deps.now());
  return isCounted ? passkey : undefined;
}

/** How a device can be reached (W3C WebAuthn level 3, 5.8.4). */
const transportNames: ReadonlySet<unknown> = new Set([
  "ble",
  "cable",
  "hybrid",
  "internal",
  "nfc",
  "smart-card",
  "usb",
]);

const readTransports = (sent: unknown): string[] =>
  Array.isArray(sent) ? [...new Set(sent.filter((name): name is string => transportNames.has(name)))] : [];

type Descriptors = PasskeyRegistrationOptions["excludeCredentials"];

const toDescriptors = (passkeys: readonly PasskeyRow[], { rpId }: Site): Descriptors =>
  passkeys
    .filter((passkey) => passkey.rpId === rpId)
    .map(({ credentialId, transports }) => ({ id: credentialId, type: "public-key", transports }));

const hashChallenge = (challenge: string): Buffer => createHash("sha256").update(challenge).digest();

function keepChallenge(
  { sql, now }: PasskeyDeps,
  challenge: string,
  purpose: ChallengePurpose,
  userId: string | null,
): Promise<void> {
  const expiresAt = new Date(now().getTime() + CHALLENGE_MS);
  return insertChallenge(sql, { hash: hashChallenge(challenge), purpose, userId, expiresAt });
}

/** Uses up the challenge that the browser signed, and returns it. Undefined when it is not one of ours. */
async function useChallenge(
  { sql, now }: PasskeyDeps,
  { response }: { response: { clientDataJSON: string } },
  purpose: ChallengePurpose,
  userId: string | null,
): Promise<string | undefined> {
  const challenge = readChallenge(response.clientDataJSON);
  if (challenge === undefined) return undefined;
  const isOurs = await takeChallenge(sql, { hash: hashChallenge(challenge), purpose, userId, now: now() });
  return isOurs ? challenge : undefined;
}

function readChallenge(clientDataJson: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJson, "base64url").toString("utf8"));
    const challenge = (data as { challenge?: unknown } | null)?.challenge;
    return typeof challenge === "string" ? challenge : undefined;
  } catch {
    // Not JSON: it does not come from a browser.
    return undefined;
  }
}
