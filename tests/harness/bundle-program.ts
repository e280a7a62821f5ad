import { fileURLToPath } from "node:url";
import { build } from "rolldown";

/**
 * Makes a program of the harness runnable by plain Node, for tests that need a process of their own to kill. It lies
 * inside the checkout, so that it finds the installed packages.
 */
export async function bundleProgram(name: string): Promise<string> {
  const file = fileURLToPath(new URL(`../dist/${name}.mjs`, import.meta.url));
  await build({
    input: fileURLToPath(new URL(`${name}.ts`, import.meta.url)),
    platform: "node",
    output: { file, format: "esm", codeSplitting: false },
    logLevel: "warn",
  });
  return file;
}
