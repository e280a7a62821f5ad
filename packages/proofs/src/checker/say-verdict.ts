const NOT_VERIFIED = 3;

/** Says that all agrees: verified only with a key from another place. Without one, the program ends with 3. */
export function sayVerdict(givenKey: string | undefined): void {
  if (givenKey === undefined) process.exitCode = NOT_VERIFIED;
  const text = "Consistent, not verified: give the key from a place that you trust (--key KEY).";
  process.stdout.write(`${givenKey === undefined ? text : "Verified."}\n`);
}
