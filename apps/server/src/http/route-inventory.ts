import { allCalls } from "@wazi/contracts";
import type { FastifyInstance } from "fastify";

/** What stands under /api and is no call: it describes the calls. */
const documentationRoutes: ReadonlySet<string> = new Set([
  "GET /api/openapi.json",
  "GET /api/docs",
  "GET /api/docs/style.css",
]);

declare module "fastify" {
  interface FastifyInstance {
    /** Method and path of every route, in the order of their registration. */
    routeNames: string[];
  }
}

/** To be called before the first route. */
export function recordRoutes(app: FastifyInstance): void {
  const names: string[] = [];
  app.decorate("routeNames", names);
  app.addHook("onRoute", ({ method, url }) => {
    for (const each of [method].flat()) names.push(`${each} ${url}`);
  });
}

/** Routes under /api that are no call of the contract, and so have no permission and no promised answer. None is right. */
export function findUndeclaredRoutes(app: FastifyInstance): string[] {
  const declared = new Set(app.calls.registered.map(({ method, path }) => `${method} ${path}`));
  return app.routeNames.filter((name) => {
    const isApi = /^\w+ \/api(\/|$)/.test(name);
    return isApi && !declared.has(name) && !documentationRoutes.has(name);
  });
}

/** Calls of the contract that nobody answers. None is right, once the product is whole. */
export function findUnansweredCalls(app: FastifyInstance): string[] {
  const answered = new Set(app.calls.registered.map(({ call }) => call));
  return allCalls.filter((call) => !answered.has(call)).map(({ method, path }) => `${method} ${path}`);
}
