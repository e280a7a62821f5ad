import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describeApi } from "../../apps/server/src/platform/http/openapi/describe-api.ts";

interface Operation {
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

interface Described {
  paths: Record<string, Record<string, Operation>>;
  components: object;
}

export interface SentAnswer {
  method: string;
  path: string;
  status: number;
  contentType: string;
  text: string;
}

/**
 * Holds answers against the published description of the API. The check throws with the call, the status and what is
 * wrong: a status that the description does not know, another media type, or a body that its schema refuses.
 */
export function createAnswerCheck(): (answer: SentAnswer) => void {
  const api = describeApi() as unknown as Described;
  // The description itself is checked by tests/races/openapi.test.ts, which takes less time once than in each file.
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  addFormats(ajv);
  ajv.addSchema({ $id: "api", components: api.components });
  const routes = Object.entries(api.paths).map(([path, operations]) => ({
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
    path,
    operations,
  }));
  const compiled = new Map<string, ValidateFunction>();

  const validatorOf = (key: string, schema: object): ValidateFunction => {
    const known = compiled.get(key);
    if (known) return known;
    const local = JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/')) as object;
    const validate = ajv.compile(local);
    compiled.set(key, validate);
    return validate;
  };

  return ({ method, path, status, contentType, text }) => {
    const [bare = path] = path.split("?");
    if (!bare.startsWith("/api/") || bare.startsWith("/api/docs") || bare === "/api/openapi.json") return;
    // A fixed path before one with a parameter in the same place.
    const matching = routes.filter(({ pattern }) => pattern.test(bare));
    const route = matching.find(({ path: each }) => !each.includes("{")) ?? matching[0];
    const operation = route?.operations[method.toLowerCase()];
    const error = { content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } } };
    const response = operation ? operation.responses[status] : status === 404 || status === 400 ? error : undefined;
    const name = `${method} ${route?.path ?? bare}`;
    if (!response)
      throw new Error(`${name} answers ${status}, which its description does not know: ${text.slice(0, 500)}`);
    const [media] = Object.entries(response.content ?? {});
    if (!media) {
      if (text !== "") throw new Error(`${name} answers ${status} with a body: ${text.slice(0, 500)}`);
      return;
    }
    const [type, { schema }] = media;
    if (!contentType.startsWith(type)) throw new Error(`${name} answers ${status} as ${contentType}, not ${type}`);
    if (type !== "application/json") return;
    const validate = validatorOf(`${name} ${status}`, schema);
    if (!validate(JSON.parse(text))) {
      throw new Error(
        `${name} answers ${status} with what it does not promise: ${ajv.errorsText(validate.errors)}: ${text.slice(0, 500)}`,
      );
    }
  };
}
