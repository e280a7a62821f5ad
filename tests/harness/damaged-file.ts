import fc from "fast-check";

const LONG = 10_000;

/** The texts of attackers and of broken programs. */
const dangerous = [
  ..."<>&;\"',:/-(){}[]\0\n\r\t ",
  ...["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf"],
  ...["<__proto__>", "</__proto__>", "<constructor>1</constructor>", " __proto__='x'", '{"__proto__":1}'],
  ...[
    "&lol;",
    "&amp;",
    "&#0;",
    "&#x110000;",
    "<!DOCTYPE x>",
    '<!ENTITY a "b">',
    "<![CDATA[",
    "]]>",
    "<!--",
    "-->",
    "<?x",
  ],
  ...["NaN", "Infinity", "1e309", "0x10", "-0", "٣", "９", "\u202E", "\uFFFF", "ff", "00"],
  ...["9".repeat(400), "(".repeat(LONG), "<a>".repeat(LONG), '"'.repeat(99), ",".repeat(LONG), "&amp;".repeat(LONG)],
];

interface Change {
  /** A part of the file's length. */
  at: number;
  /** Null repeats a part of the file, or cuts its end off. */
  put: string | null;
  over: number;
}

const SHORTEST_REPEAT = 20;

function damage(file: string, { at, put, over }: Change): string {
  const start = Math.floor(at * file.length);
  if (put !== null) return file.slice(0, start) + put + file.slice(start + over);
  return over < SHORTEST_REPEAT ? file.slice(0, start) : file.slice(0, start + over) + file.slice(start);
}

/** A file with one to five changes: texts put in, parts removed, repeated or cut off. */
export function damagedFile(file: string, forms: readonly string[] = []): fc.Arbitrary<string> {
  const at = fc.noBias(fc.nat(99_999).map((number) => number / 100_000));
  const change: fc.Arbitrary<Change> = fc.oneof(
    fc.record({ at, put: fc.constantFrom(...dangerous, ...forms), over: fc.oneof(fc.constant(0), fc.nat(30)) }),
    fc.record({ at, put: fc.string({ maxLength: 9, unit: "binary" }), over: fc.nat(1) }),
    fc.record({ at, put: fc.constant(null), over: fc.nat(600) }),
  );
  const changes = fc.oneof(fc.tuple(change), fc.array(change, { minLength: 2, maxLength: 5, size: "max" }));
  return changes.map((list) => list.reduce(damage, file));
}
