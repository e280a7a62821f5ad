import { useEffect, useState } from "react";

/**
 * The token of a link from a mail: the part of the address after the #, which is sent to no server. It is removed from the
 * address bar and the history. Undefined until the page is interactive; empty when the address has none.
 */
export function useLinkToken(): string | undefined {
  const [token, setToken] = useState<string>();
  useEffect(() => {
    const found = window.location.hash.slice(1);
    // Rendered at build time without an address, so the token is only known here.
    // oxlint-disable-next-line react/set-state-in-effect -- one more render, once, for each opened link
    setToken((earlier) => earlier ?? found);
    if (found !== "") window.history.replaceState(null, "", window.location.pathname);
  }, []);
  return token;
}
