/**
 * Compares two descriptions of the API: a program that was written for the earlier one must work with the later one. Additions are
 * compatible: a call, a field of an answer, a value that an answer may have, an optional field of a request.
 */

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  prefixItems?: Schema[];
  [limit: string]: unknown;
}
interface Content {
  content?: Record<string, { schema: Schema }>;
}
interface Operation {
  security?: unknown;
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: Content & { required?: boolean };
  responses: Record<string, Content>;
}
export interface ApiDescription {
  paths: Record<string, Record<string, Operation>>;
}

type Side = "request" | "answer";
const UPPER_LIMITS = ["maximum", "exclusiveMaximum", "maxLength", "maxItems"];
const LOWER_LIMITS = ["minimum", "exclusiveMinimum", "minLength", "minItems"];
const FORMS = ["pattern", "format"];

/** @returns a sentence for each change that breaks a program; empty when there is none */
export function listBreakingChanges(earlier: ApiDescription, later: ApiDescription): string[] {
  return Object.entries(earlier.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, before]) => {
      const call = `${method.toUpperCase()} ${path}`;
      const after = later.paths[path]?.[method];
      if (after === undefined) return [`${call} was removed.`];
      const isClosed = before.security === undefined && after.security !== undefined;
      return [
        ...(isClosed ? [`${call} needs a session now.`] : []),
        ...compareParameters(call, before, after),
        ...compareBodies(call, before, after),
        ...compareAnswers(call, before, after),
      ];
    }),
  );
}

function compareParameters(call: string, before: Operation, after: Operation): string[] {
  const [known, now] = [before.parameters ?? [], after.parameters ?? []];
  const isSame = (one: { name: string; in: string }, other: { name: string; in: string }): boolean =>
    one.name === other.name && one.in === other.in;
  const changed = known.flatMap((each) => {
    const there = now.find((other) => isSame(each, other));
    const place = `${call}: the parameter ${each.name}`;
    if (there === undefined) return [`${place} was removed.`];
    const isRequired = there.required === true && each.required !== true;
    return [
      ...(isRequired ? [`${place} is required now.`] : []),
      ...compare("request", each.schema, there.schema, place),
    ];
  });
  const added = now.filter((each) => each.required === true && !known.some((other) => isSame(each, other)));
  return [...changed, ...added.map(({ name }) => `${call}: the new parameter ${name} is required.`)];
}

function compareBodies(call: string, { requestBody: before }: Operation, { requestBody: after }: Operation): string[] {
  if (before === undefined) return after?.required === true ? [`${call}: a request body is required now.`] : [];
  if (after === undefined) return [`${call}: the request body was removed.`];
  const isRequired = after.required === true && before.required !== true;
  const place = `${call}: the request`;
  return [
    ...(isRequired ? [`${place} body is required now.`] : []),
    ...compareContents("request", before, after, place),
  ];
}

/** Errors have one form for all calls, and a new one is an addition. */
function compareAnswers(call: string, before: Operation, after: Operation): string[] {
  return Object.entries(before.responses).flatMap(([status, answer]) => {
    if (!status.startsWith("2")) return [];
    const there = after.responses[status];
    if (there === undefined) return [`${call}: the answer ${status} was removed.`];
    return compareContents("answer", answer, there, `${call}: the answer ${status}`);
  });
}

function compareContents(side: Side, before: Content, after: Content, place: string): string[] {
  return Object.entries(before.content ?? {}).flatMap(([media, { schema }]) => {
    const there = after.content?.[media];
    return there === undefined ? [`${place} is no longer ${media}.`] : compare(side, schema, there.schema, place);
  });
}

/** Compares what is sent: a request's later form must take every earlier value, and an answer's later form may give no surprise. */
function compare(side: Side, before: Schema, after: Schema, place: string): string[] {
  const [known, now] = [listForms(before), listForms(after)];
  if (known.length === 0) return side === "request" && now.length > 0 ? [`${place} takes fewer values.`] : [];
  if (now.length === 0) return side === "answer" ? [`${place} may be anything now.`] : [];
  const isNullable = (forms: readonly Schema[]): boolean => forms.some(({ type }) => type === "null");
  if (side === "answer" && isNullable(now) && !isNullable(known)) return [`${place} may be null now.`];
  const [first, ...others] = known.filter(({ type }) => side === "request" || type !== "null" || known.length === 1);
  if (first !== undefined && others.length === 0)
    return findLeast(now.map((form) => compareForms(side, first, form, place)));
  // A form that is gone breaks requests. In answers it breaks those that look for it.
  return known.flatMap((form) => {
    if (side === "answer" && form.type === "null") return [];
    const alike = now.filter((each) => isOfType(side, form.type, each.type));
    const found = findLeast((alike.length > 0 ? alike : now).map((each) => compareForms(side, form, each, place)));
    return found.length === 0 ? [] : [`${found[0]?.replace(/\.$/, "")} (in one of its forms).`];
  });
}

const findLeast = (each: readonly string[][]): string[] => each.toSorted((a, b) => a.length - b.length)[0] ?? [];

/** The alternatives of a schema, each with one type. */
function listForms(schema: Schema): Schema[] {
  const { anyOf, oneOf, allOf, type, ...rest } = schema;
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) return choices.flatMap((each) => listForms({ ...rest, ...each }));
  if (allOf !== undefined)
    return listForms(allOf.reduce((all, each) => ({ ...all, ...each }), { ...rest, ...(type && { type }) }));
  if (Array.isArray(type)) return type.map((each) => ({ ...rest, type: each }));
  if (type !== undefined) return [{ ...rest, type }];
  const values = rest.enum ?? (rest.const === undefined ? undefined : [rest.const]);
  return values === undefined ? [] : [{ ...rest, type: typeof values[0] }];
}

function compareForms(side: Side, before: Schema, after: Schema, place: string): string[] {
  if (!isOfType(side, before.type, after.type))
    return [`${place} was ${String(before.type)} and is ${String(after.type)}.`];
  return [
    ...compareValues(side, before, after, place),
    ...(side === "request" ? compareLimits(before, after, place) : []),
    ...compareFields(side, before, after, place),
    ...compareItems(side, before, after, place),
  ];
}

/** A whole number is a number: a request may take more, and an answer may give less. */
function isOfType(side: Side, before: unknown, after: unknown): boolean {
  const [wide, narrow] = side === "request" ? [after, before] : [before, after];
  return before === after || (wide === "number" && narrow === "integer");
}

function compareValues(side: Side, before: Schema, after: Schema, place: string): string[] {
  const listOf = (each: Schema): unknown[] | undefined =>
    each.enum ?? (each.const === undefined ? undefined : [each.const]);
  const [known, now] = [listOf(before), listOf(after)];
  if (side === "answer") {
    if (known === undefined) return [];
    return now?.some((each) => known.includes(each)) ? [] : [`${place} has none of its fixed values any more.`];
  }
  if (now === undefined) return [];
  if (known === undefined) return [`${place} takes only ${now.join(", ")} now.`];
  const gone = known.filter((each) => !now.includes(each));
  return gone.length === 0 ? [] : [`${place} no longer takes ${gone.join(", ")}.`];
}

function compareLimits(before: Schema, after: Schema, place: string): string[] {
  const read = (each: Schema, name: string, otherwise: number): number => {
    const limit = each[name];
    return typeof limit === "number" ? limit : otherwise;
  };
  const narrowed = [
    ...UPPER_LIMITS.filter((name) => read(after, name, Infinity) < read(before, name, Infinity)),
    ...LOWER_LIMITS.filter((name) => read(after, name, -Infinity) > read(before, name, -Infinity)),
    ...FORMS.filter((name) => after[name] !== undefined && after[name] !== before[name]),
  ];
  return narrowed.map((name) => `${place} has a narrower ${name}.`);
}

function compareFields(side: Side, before: Schema, after: Schema, place: string): string[] {
  const [known, now] = [before.properties ?? {}, after.properties ?? {}];
  const [needed, neededNow] = [new Set(before.required), new Set(after.required)];
  const changed = Object.entries(known).flatMap(([name, schema]) => {
    const there = now[name];
    const field = `${place}, field ${name}`;
    if (there === undefined)
      return side === "request" && after.additionalProperties !== false ? [] : [`${field} was removed.`];
    if (side === "answer" && needed.has(name) && !neededNow.has(name)) return [`${field} may be absent now.`];
    return compare(side, schema, there, field);
  });
  const demanded = side === "answer" ? [] : [...neededNow].filter((name) => !needed.has(name));
  return [
    ...changed,
    ...demanded.map((name) => `${place}, field ${name} is required now.`),
    ...compareOthers(side, before, after, place),
  ];
}

function compareOthers(side: Side, before: Schema, after: Schema, place: string): string[] {
  const [known, now] = [before.additionalProperties, after.additionalProperties];
  if (side === "request" && now === false && known !== false) return [`${place} refuses further fields now.`];
  return typeof known === "object" && typeof now === "object" ? compare(side, known, now, `${place}, each field`) : [];
}

function compareItems(side: Side, before: Schema, after: Schema, place: string): string[] {
  const rows = before.items && after.items ? compare(side, before.items, after.items, `${place}, each row`) : [];
  const placed = (before.prefixItems ?? []).flatMap((each, index) => {
    const there = after.prefixItems?.[index];
    return there === undefined
      ? [`${place}, item ${index} was removed.`]
      : compare(side, each, there, `${place}, item ${index}`);
  });
  return [...rows, ...placed];
}
