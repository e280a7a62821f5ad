import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import { parse } from "yaml";

/** Alpaca's own descriptions of its trading and its market data. */
const FOLDER = fileURLToPath(new URL("../../../shared/counterparties/alpaca/", import.meta.url));
const FILES = ["trading-openapi.yaml", "data-openapi.yaml"] as const;

/** False when the descriptions are not beside the repository. */
export const hasAlpacaDescription = FILES.every((file) => existsSync(FOLDER + file));

/** Answers that every call may give and no description lists. */
const COMMON_ERRORS: readonly number[] = [401, 404, 429, 503];

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  schema?: { type?: string };
}

interface Content {
  content?: Record<string, { schema: object }>;
}

interface Operation {
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

interface Description {
  paths: Record<string, Record<string, Operation> & { parameters?: Parameter[] }>;
  components: { parameters?: Record<string, Parameter>; schemas: object };
}

/** A request and its answer. */
export interface Exchanged {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, unknown>;
  /** JSON; empty without a body. */
  body: string;
  status: number;
  answer: unknown;
}

/** The differences of an exchange from Alpaca's descriptions; none when it is as described. */
export function createAlpacaCheck(): (exchanged: Exchanged) => string[] {
  const described = FILES.map((file) => readDescription(file));
  return (exchanged) => {
    const found = described.find(({ description }) => description.paths[exchanged.path] !== undefined);
    const operation = found?.description.paths[exchanged.path]?.[exchanged.method.toLowerCase()];
    if (!found || !operation) return [`${exchanged.method} ${exchanged.path} is not described`];
    const shared = found.description.paths[exchanged.path]?.parameters ?? [];
    const parameters = [...shared, ...(operation.parameters ?? [])].map(found.resolve);
    return [
      ...checkKeys(exchanged),
      ...checkQuery(exchanged, parameters, found.validate),
      ...checkRequestBody(exchanged, operation, found.validate),
      ...checkAnswer(exchanged, operation, found.validate),
    ].map((problem) => `${exchanged.method} ${exchanged.path}: ${problem}`);
  };
}

type Validate = (schema: object, value: unknown) => string[];

function readDescription(file: (typeof FILES)[number]) {
  const description = parse(readFileSync(FOLDER + file, "utf8")) as Description;
  const ajv = new Ajv({ strict: false, allErrors: true, coerceTypes: false });
  addFormats(ajv);
  ajv.addSchema({ $id: file, components: close(description.components) });
  const compiled = new Map<object, ValidateFunction>();
  const validate: Validate = (schema, value) => {
    let check = compiled.get(schema);
    if (!check) {
      const local = JSON.stringify(close(schema)).replaceAll('"#/components/', `"${file}#/components/`);
      compiled.set(schema, (check = ajv.compile(JSON.parse(local) as object)));
    }
    return check(value) ? [] : [ajv.errorsText(check.errors)];
  };
  const resolve = (parameter: Parameter): Parameter =>
    (parameter.$ref && description.components.parameters?.[parameter.$ref.split("/").at(-1) ?? ""]) || parameter;
  return { description, validate, resolve };
}

/** The same schema, without a place for fields that it does not name. */
function close(schema: unknown): object {
  if (Array.isArray(schema)) return schema.map(close);
  if (typeof schema !== "object" || schema === null) return schema as object;
  const entries = Object.entries(schema).filter(([name]) => !["example", "examples", "x-examples"].includes(name));
  const closed = Object.fromEntries(entries.map(([name, value]) => [name, close(value)]));
  const isOpen = closed["properties"] !== undefined && closed["additionalProperties"] === undefined && "type" in closed;
  return isOpen ? { ...closed, additionalProperties: false } : closed;
}

function checkKeys({ headers }: Exchanged): string[] {
  return ["apca-api-key-id", "apca-api-secret-key"].flatMap((name) =>
    headers[name] === undefined ? [`the header ${name} is missing`] : [],
  );
}

function checkQuery({ query }: Exchanged, parameters: readonly Parameter[], validate: Validate): string[] {
  const known = parameters.filter((each) => each.in === "query");
  const missing = known.filter(({ name, required }) => required === true && !query.has(name));
  const problems = missing.map(({ name }) => `the parameter ${name} is missing`);
  for (const [name, text] of query) {
    const schema = known.find((each) => each.name === name)?.schema;
    if (!schema) problems.push(`the parameter ${name} is not described`);
    else problems.push(...validate(schema, toValue(text, schema.type)).map((problem) => `${name}: ${problem}`));
  }
  return problems;
}

function toValue(text: string, type: string | undefined): unknown {
  if (type === "integer" || type === "number") return Number(text);
  return type === "boolean" ? text === "true" : text;
}

function checkRequestBody({ body }: Exchanged, { requestBody }: Operation, validate: Validate): string[] {
  const schema = requestBody?.content?.["application/json"]?.schema;
  if (!schema) return body === "" ? [] : ["a body is not described"];
  return validate(schema, JSON.parse(body)).map((problem) => `the request: ${problem}`);
}

function checkAnswer({ status, answer }: Exchanged, { responses }: Operation, validate: Validate): string[] {
  const response = responses[String(status)];
  if (!response) return COMMON_ERRORS.includes(status) ? [] : [`the answer ${status} is not described`];
  const schema = response.content?.["application/json"]?.schema;
  if (!schema) return [];
  return validate(schema, JSON.parse(JSON.stringify(answer))).map((problem) => `the answer ${status}: ${problem}`);
}
