const SHOWN_PLACES = 4;

/** A nav per unit with four places, cut and not rounded: it never looks better than it is. */
export function formatNav(nav: string): string {
  const [whole = "0", fraction = ""] = nav.split(".");
  return `${whole}.${fraction.slice(0, SHOWN_PLACES).padEnd(SHOWN_PLACES, "0")}`;
}
