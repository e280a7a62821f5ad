import { isIP } from "node:net";

/** Names that never belong to a public service. */
const LOCAL_NAME =
  /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|test|example|invalid|onion|arpa)\.?$/;

/**
 * True for an address that messages may be sent to: https on its usual port, with a public host name and no credentials. The
 * addresses behind the name are checked at each connection, because they can change.
 */
export function isPushEndpoint(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  const isName =
    isIP(hostname) === 0 && !hostname.startsWith("[") && hostname.includes(".") && !LOCAL_NAME.test(hostname);
  return protocol === "https:" && port === "" && username === "" && password === "" && isName;
}
