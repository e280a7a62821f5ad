import { fileURLToPath } from "node:url";
import { build } from "rolldown";

const ROOT = new URL("../../", import.meta.url);

/**
 * Makes a program of the harness runnable by plain Node, for tests that need a process of their own to kill. It lies
 * inside the checkout, so that it finds the installed packages.
 * @param source another program's source, by its path in the repository
 */
export async function bundleProgram(name: string, source = `tests/harness/${name}.ts`): Promise<string> {
  const file = fileURLToPath(new URL(`../dist/${name}.mjs`, import.meta.url));
  await build({
    input: fileURLToPath(new URL(source, ROOT)),
    platform: "node",
    external: ["pg"],
    output: { file, format: "esm", codeSplitting: false },
    logLevel: "warn",
  });
  return file;
}
