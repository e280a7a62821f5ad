import { allCalls, errorBody, errorStatus, type AdminRight, type Call } from "@wazi/contracts";
import * as z from "zod/mini";
import { readVersion } from "../../process/version.ts";
import { listErrors } from "../list-errors.ts";

type Json = Record<string, unknown>;
type Content = Record<string, { schema: unknown }>;

/** An operation of OpenAPI, as far as the page of the API shows it. */
export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters: { name: string; in: string; required: boolean; schema: unknown }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
}

/** Alias paths and the calls that they stand for. */
const aliases: Readonly<Record<string, string>> = {
  "/api/user": "/api/auth/user",
  "/api/signout": "/api/auth/signout",
};

const permissionTexts: Readonly<Record<Call["permission"], string>> = {
  public: "No sign-in required.",
  "signed-in": "Requires sign-in. Also available to deactivated users.",
  investor: "Requires sign-in. Not available to deactivated users.",
  admin: "Requires an administrator with another role than support.",
};

const rightTexts: Readonly<Record<AdminRight, string>> = {
  money: "Requires an administrator with the role money or full.",
  manage: "Requires an administrator with the role full.",
  freeze: "Requires an administrator with the role support, money or full.",
  people: "Requires an administrator.",
};

/** Describes the whole API as OpenAPI 3.1, from the schemas that validate requests and answers. */
export function describeApi(): Json {
  return { ...describeService(), paths: Object.fromEntries(describePaths()) };
}

/** The description without its paths. */
export function describeService(): Json & { info: { title: string; version: string; description: string } } {
  return {
    openapi: "3.1.0",
    info: {
      title: "Wazi",
      version: readVersion(),
      description:
        "Amounts in responses are decimal strings with two places. In requests they are strings or numbers above 0 with " +
        "at most two places. Every response outside 2xx has the Error body. Its message can be shown to the user.",
    },
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    servers: [{ url: "/" }],
    components: {
      schemas: { Error: toSchema(errorBody, "output") },
      securitySchemes: { session: { type: "apiKey", in: "cookie", name: "session" } },
    },
  };
}

/** The paths in the order of their names, each with its operations by method. A path is described when it is asked for. */
export function* describePaths(): Generator<[path: string, operations: Record<string, Operation>]> {
  const named = allCalls.map((call) => ({ call, path: call.path }));
  const aliased = Object.entries(aliases).flatMap(([alias, path]) =>
    named.filter((each) => each.path === path).map(({ call }) => ({ call, path: alias })),
  );
  const byName = new Map<string, typeof named>();
  for (const each of [...named, ...aliased]) {
    const name = toOpenApiPath(each.path);
    byName.set(name, [...(byName.get(name) ?? []), each]);
  }
  for (const [name, calls] of [...byName].sort(([one], [other]) => (one < other ? -1 : 1))) {
    yield [
      name,
      Object.fromEntries(calls.map(({ call, path }) => [call.method.toLowerCase(), describeCall(call, path)])),
    ];
  }
}

/** Converts `/api/bots/:id` to `/api/bots/{id}`. */
export function toOpenApiPath(path: string): string {
  return path.replace(/:(\w+)/g, "{$1}");
}

function describeCall(call: Call, path: string): Operation {
  return {
    operationId: createOperationId(call, path),
    summary: call.summary,
    description: call.right === undefined ? permissionTexts[call.permission] : rightTexts[call.right],
    tags: [getTag(path)],
    ...(call.permission === "public" ? {} : { security: [{ session: [] }] }),
    parameters: describeParameters(call),
    ...(call.body === undefined ? {} : { requestBody: describeBody(call, call.body) }),
    responses: { ...describeSuccesses(call), ...describeErrors(call) },
  };
}

/** Joins method and path, which together are unique. */
function createOperationId({ method }: Call, path: string): string {
  const words = path.split(/[^A-Za-z]+/).filter((word) => word !== "" && word !== "api");
  return [method.toLowerCase(), ...words].map((word, index) => (index === 0 ? word : capitalize(word))).join("");
}

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function getTag(path: string): string {
  const [, , area = "other"] = path.split("/");
  return area;
}

function describeParameters(call: Call): Operation["parameters"] {
  const inPath = [...call.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => {
    return {
      name,
      in: "path",
      required: true,
      schema: name === "id" ? { type: "string", format: "uuid" } : { type: "string" },
    };
  });
  const inQuery = call.query ? describeQuery(toSchema(call.query, "input")) : [];
  const key = {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description:
      "Repeating a call with the same key and payload returns the first response and moves no money. Kept for 24 hours.",
    schema: { type: "string", pattern: "^[\\x21-\\x7e]{1,255}$" },
  };
  return [...inPath, ...inQuery, ...(call.movesMoney ? [key] : [])];
}

function describeQuery(schema: Json): Operation["parameters"] {
  const { properties = {}, required = [] } = schema as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(properties).map(([name, each]) => {
    return { name, in: "query", required: required.includes(name), schema: each };
  });
}

function describeBody(call: Call, body: z.ZodMiniType): { content: Content } & Json {
  const limit = call.maxBodyBytes;
  return {
    ...(limit === undefined ? {} : { description: `At most ${limit.toLocaleString("en")} bytes.` }),
    required: call.optionalBody !== true,
    content: { "application/json": { schema: toSchema(body, "input") } },
  };
}

function describeSuccesses(call: Call): Operation["responses"] {
  return Object.fromEntries(
    Object.entries(call.answers).map(([status, schema]) => {
      const content = call.mediaType
        ? { content: { [call.mediaType]: { schema: { type: "string", format: "binary" } } } }
        : schema
          ? { content: { "application/json": { schema: toSchema(schema, "output") } } }
          : {};
      return [status, { description: successTexts[status] ?? "Done.", ...content }];
    }),
  );
}

const successTexts: Readonly<Record<string, string>> = {
  "200": "Done.",
  "201": "Created.",
  "202": "Accepted. It waits for a price and can be cancelled until then.",
  "204": "Done. No content.",
};

/** Lists the statuses of a call's errors, each with its codes. */
function describeErrors(call: Call): Operation["responses"] {
  const codes = listErrors(call);
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };
  return Object.fromEntries(
    codes.map((code) => {
      const status = errorStatus[code];
      const alike = codes.filter((each) => errorStatus[each] === status);
      return [status, { description: alike.join(", "), content }];
    }),
  );
}

/** Converts a schema to JSON Schema 2020-12, for requests (`input`) or responses (`output`). */
function toSchema(schema: z.ZodMiniType, io: "input" | "output"): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json;
  return rest;
}
