/** Parses an Accept-Encoding header. Encodings with a quality of 0 are left out. */
export function parseAcceptedEncodings(header: string | string[] | undefined): ReadonlySet<string> {
  const offers = String(header ?? "").split(",");
  const names = offers.filter((offer) => !/;\s*q=0(\.0*)?\s*$/.test(offer)).map((offer) => offer.split(";")[0] ?? "");
  return new Set(names.map((name) => name.trim().toLowerCase()));
}
