import type { Operation } from "./describe-api.ts";

/** Renders the API description as a plain HTML page with its own style sheet and no script. */

export const DOCS_STYLE = `
:root { color-scheme: light dark; --paper: #fbf9f4; --ink: #13211b; --muted: #55635c; --line: #e3ded2; --primary: #0b5d45; --raised: #fff; }
@media (prefers-color-scheme: dark) { :root { --paper: #0c1512; --ink: #eef3ef; --muted: #a3b3aa; --line: #2a3b33; --primary: #4cc79a; --raised: #131f1a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: 32px; margin: 0 0 8px; } h2 { font-size: 24px; margin: 40px 0 8px; border-bottom: 1px solid var(--line); padding-bottom: 8px; }
p { margin: 4px 0; color: var(--muted); } a { color: var(--primary); }
details { border: 1px solid var(--line); border-radius: 6px; background: var(--raised); margin: 8px 0; padding: 0 16px; }
summary { cursor: pointer; padding: 12px 0; min-height: 44px; overflow-wrap: anywhere; }
code { font: 14px/1.5 ui-monospace, monospace; } pre { overflow-x: auto; padding: 12px; border: 1px solid var(--line); border-radius: 6px; }
.method { display: inline-block; min-width: 4.5em; font-weight: 700; color: var(--primary); }
h3 { font-size: 14px; margin: 12px 0 4px; } ul { margin: 0 0 12px; padding-left: 20px; }
`;

export function renderDocsHead({ title, description }: { title: string; description: string }): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} API</title><link rel="stylesheet" href="/api/docs/style.css"></head>
<body><main><h1>${escapeHtml(title)} API</h1><p>${escapeHtml(description)}</p>
<p>Machine-readable: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>`;
}

export const DOCS_END = "</main></body></html>\n";

/** @param before the path before it, which may be of the same area */
export function renderDocsPath(path: string, operations: Record<string, Operation>, before: string): string {
  const areaOf = (each: string): string => each.split("/")[2] ?? "";
  const area = escapeHtml(areaOf(path));
  const heading = areaOf(before) === areaOf(path) ? "" : `<h2 id="${area}">/api/${area}</h2>`;
  const cards = Object.entries(operations).map(([method, operation]) => renderOperation(method, path, operation));
  return heading + cards.join("");
}

function renderOperation(method: string, path: string, operation: Operation): string {
  const { summary, description, parameters, requestBody, responses } = operation;
  const listed = parameters.map(({ name, in: place, required }) => {
    return `<li><code>${escapeHtml(name)}</code> in ${escapeHtml(place)}${required ? "" : ", optional"}</li>`;
  });
  const body = Object.values(requestBody?.content ?? {}).map(({ schema }) => renderSchema("Body", schema));
  const answers = Object.entries(responses)
    .filter(([status]) => status.startsWith("2"))
    .map(([status, { description: text, content }]) => {
      const [schema] = Object.values(content ?? {});
      return schema ? renderSchema(`${status} ${text}`, schema.schema) : `<h3>${status} ${escapeHtml(text)}</h3>`;
    });
  const errors = Object.entries(responses)
    .filter(([status]) => !status.startsWith("2"))
    .map(([status, { description: codes }]) => `<li><code>${status}</code> ${escapeHtml(codes)}</li>`);
  return `<details id="${escapeHtml(operation.operationId)}"><summary><span class="method">${escapeHtml(method.toUpperCase())}</span>
<code>${escapeHtml(path)}</code> ${escapeHtml(summary)}</summary><p>${escapeHtml(description)}</p>
${listed.length > 0 ? `<h3>Parameters</h3><ul>${listed.join("")}</ul>` : ""}${body.join("")}${answers.join("")}
<h3>Errors</h3><ul>${errors.join("")}</ul></details>`;
}

function renderSchema(title: string, schema: unknown): string {
  return `<h3>${escapeHtml(title)}</h3><pre><code>${escapeHtml(JSON.stringify(schema, null, 2))}</code></pre>`;
}

function escapeHtml(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
