/** Reads `--name=123` from the command line. */
export function readNumber(name: string, fallback: number): number {
  const given = process.argv.find((argument) => argument.startsWith(`--${name}=`));
  return given === undefined ? fallback : Number(given.slice(name.length + 3));
}

/** Returns the middle of the values. */
export function findMedian(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export const roundTo = (value: number, digits: number): number => Number(value.toFixed(digits));

/** Reads `--name=word` or `--name word` from the command line. @returns the first of the words if it is not given */
export function readWord(name: string, words: readonly [string, ...string[]]): string {
  const index = process.argv.findIndex((argument) => argument === `--${name}` || argument.startsWith(`--${name}=`));
  const given = index === -1 ? words[0] : (process.argv[index]?.split("=")[1] ?? process.argv[index + 1] ?? "");
  if (!words.includes(given)) throw new Error(`--${name} is one of: ${words.join(", ")}`);
  return given;
}
