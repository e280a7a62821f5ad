import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import type {
  PasskeyAssertion,
  PasskeyAssertionOptions,
  PasskeyRegistration,
  PasskeyRegistrationOptions,
} from "@wazi/contracts";
import * as texts from "../messages/shared.ts";

/** Loaded with the first passkey. */
const loadLibrary = () => import("@simplewebauthn/browser");

/** Browsers offer passkeys on secure pages of a named host, and on localhost, but not at a numeric address. */
export function canUsePasskeys(): boolean {
  return window.isSecureContext && "PublicKeyCredential" in window && !/^[\d.]+$|:/.test(window.location.hostname);
}

/** Asks the browser for a new passkey. Rejects if the user declines. */
export async function createPasskey(options: PasskeyRegistrationOptions): Promise<PasskeyRegistration> {
  const { startRegistration } = await loadLibrary();
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  return { ...(await startRegistration({ optionsJSON })) } as unknown as PasskeyRegistration;
}

/** Asks the browser for the use of a passkey. Rejects if the user declines. */
export async function readPasskey(options: PasskeyAssertionOptions): Promise<PasskeyAssertion> {
  const { startAuthentication } = await loadLibrary();
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  return { ...(await startAuthentication({ optionsJSON })) } as unknown as PasskeyAssertion;
}

/** The message when the browser did not give a passkey; undefined for other errors. */
export function explainPasskeyError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === "InvalidStateError") return texts.passkeyExists;
  if (error.name === "NotAllowedError" || error.name === "AbortError") return texts.passkeyCancelled;
  if (error.name === "SecurityError") return texts.passkeyWrongAddress;
  return undefined;
}
