const queryPattern = /((?:https?|wss?|postgres(?:ql)?):\/\/[^\s?#"']*)[?#][^\s"']*/gi;
const loginPattern = /(\w+:\/\/)[^\s/@"']+@/g;
const secretPattern =
  /\b(signature|sign|sig|api[-_]?key|secret|token|passphrase|password|authorization)(["']?\s*[=:]\s*["']?)[^\s&"',;}]+/gi;

/**
 * Removes what may be secret from an error's text before it is logged: queries of addresses, logins in addresses and named secrets. Exchanges sign
 * addresses, and repeat them in their errors.
 */
export function maskSecrets(text: string): string {
  return text.replace(queryPattern, "$1?…").replace(loginPattern, "$1…@").replace(secretPattern, "$1$2…");
}
