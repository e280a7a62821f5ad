import fc from "fast-check";
import { describeApi } from "../../apps/server/src/platform/http/openapi/describe-api.ts";

/** A part of JSON Schema 2020-12, as the description of the API uses it. */
export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

/** Values that have broken somebody's server before. */
export const nasty: fc.Arbitrary<unknown> = fc.constantFrom<unknown[]>(
  "",
  " ",
  "' or 1=1--",
  "'; drop table users; --",
  '{"$ne": null}',
  { $ne: null },
  "__proto__",
  // An object literal would set the prototype, and not have the field.
  JSON.parse('{"__proto__":{"isAdmin":true}}'),
  { constructor: { prototype: { isAdmin: true } } },
  "<script>alert(1)</script>",
  "../../../etc/passwd",
  "\u0000",
  "\uD800",
  "０１",
  "١٢٣",
  "a".repeat(10_000),
  "1,000",
  "1e3",
  "0x10",
  "-0",
  "0.001",
  "99999999999.99",
  "NaN",
  "Infinity",
  -1,
  0,
  0.1 + 0.2,
  Number.MAX_VALUE,
  2 ** 53 + 1,
  1e-30,
  null,
  true,
  [],
  [1],
  {},
  [[[[]]]],
);

/** Amounts that are right in form, small ones mostly, so that money really moves. */
const amounts = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 40_000 }).map((cents) => (cents / 100).toFixed(2)) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 1_000 }) },
  { weight: 1, arbitrary: fc.constantFrom("100", "0.01", "9999999999.99") },
);

export interface Material {
  /** Values that are right for a field of this name, at the time. */
  valuesOf: (field: string) => readonly unknown[];
}

/** Values that a schema allows; ids and codes come from what there is, so that calls go deep. */
export function arbitraryOf(schema: Schema, field: string, material: Material): fc.Arbitrary<unknown> {
  const known = material.valuesOf(field);
  if (known.length > 0) return fc.constantFrom(...known);
  if (/amount|balance|invested|profit/i.test(field) && schema.type !== "object") return amounts;
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((each) => arbitraryOf(each, field, material)));
  const types = [schema.type ?? "null"].flat();
  return fc.oneof(...types.map((type) => ofType(type, schema, field, material)));
}

function ofType(type: string, schema: Schema, field: string, material: Material): fc.Arbitrary<unknown> {
  switch (type) {
    case "object":
      return objectOf(schema, material);
    case "array":
      return fc.array(arbitraryOf(schema.items ?? {}, field, material), { maxLength: 3 });
    case "integer":
      return fc.integer({ min: schema.minimum ?? -10, max: Math.min(schema.maximum ?? 1_000, 100_000) });
    case "number":
      return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 1_000, noNaN: true });
    case "boolean":
      return fc.boolean();
    case "string":
      return textOf(schema);
    default:
      return fc.constant(null);
  }
}

function textOf({ format, minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<string> {
  if (format === "uuid") return fc.uuid();
  if (format === "email") return fc.emailAddress();
  if (format === "date-time") return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  return fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 40), unit: "grapheme" });
}

function objectOf({ properties = {}, required = [] }: Schema, material: Material): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, each]) => [name, arbitraryOf(each, name, material)]),
  );
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
}

/** A body that is right, or is damaged in one way: a field less, a field more, or a wrong value in one. */
export function arbitraryBody(schema: Schema, material: Material): fc.Arbitrary<unknown> {
  const right = arbitraryOf(schema, "", material);
  const damaged = fc
    .tuple(right, fc.constantFrom("less", "more", "wrong", "other"), fc.nat(), nasty, fc.string({ maxLength: 12 }))
    .map(([body, how, pick, value, name]) => damage(body, { how, pick, value, name }));
  return fc.oneof({ weight: 3, arbitrary: right }, { weight: 2, arbitrary: damaged });
}

function damage(
  body: unknown,
  { how, pick, value, name }: { how: string; pick: number; value: unknown; name: string },
): unknown {
  if (how === "other" || typeof body !== "object" || body === null) return value;
  const entries = Object.entries(body);
  const index = entries.length === 0 ? 0 : pick % entries.length;
  if (how === "more") return Object.fromEntries([...entries, [name, value]]);
  if (how === "less") return Object.fromEntries(entries.filter((_, each) => each !== index));
  return Object.fromEntries(entries.map(([key, old], each) => [key, each === index ? value : old]));
}

export interface Operation {
  path: string;
  method: "GET" | "POST" | "DELETE";
  parameters: { name: string; in: string; schema: Schema }[];
  body: Schema | null;
}

/** All calls of the API, from its description. */
export const operations = Object.entries(
  describeApi()["paths"] as Record<string, Record<string, { parameters: Operation["parameters"]; requestBody?: Body }>>,
).flatMap(([path, each]) =>
  Object.entries(each).map(([method, { parameters, requestBody }]): Operation => {
    const body = requestBody?.content["application/json"]?.schema ?? null;
    return { path, method: method.toUpperCase() as Operation["method"], parameters, body };
  }),
);
interface Body {
  content: Record<string, { schema: Schema }>;
}
