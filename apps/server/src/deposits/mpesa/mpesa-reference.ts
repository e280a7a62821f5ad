/** Letters and digits that are not mistaken for each other (Crockford). */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const PLACES = 6;
const PREFIX = "W";
const BASE = DIGITS.length;

/** Two different signs of the number, weighted by place, so that one wrong sign or two exchanged ones are noticed. */
function computeCheck(body: string): string {
  let sum = 0;
  [...body].forEach((sign, place) => (sum += (place + 2) * DIGITS.indexOf(sign)));
  return DIGITS.charAt(sum % 31);
}

/** The reference of an index: W, six signs and a check sign. At most 12 fit in M-Pesa's AccountReference. */
export function makeReference(index: number): string {
  let body = "";
  for (let left = index, place = 0; place < PLACES; place += 1, left = Math.floor(left / BASE)) {
    body = DIGITS.charAt(left % BASE) + body;
  }
  return `${PREFIX}${body}${computeCheck(body)}`;
}

/** Reads a reference as people type it. Null when it cannot be one of ours. */
export function readReference(typed: string): string | null {
  const text = typed
    .toUpperCase()
    .replace(/[\s.-]/g, "")
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1");
  const [, body = "", check] = /^W([0-9A-Z]{6})([0-9A-Z])$/.exec(text) ?? [];
  return body !== "" && computeCheck(body) === check ? text : null;
}
