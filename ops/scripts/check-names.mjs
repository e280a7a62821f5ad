import { join, relative } from "node:path";
import { API, TypeFlags } from "typescript-native/unstable/sync";
import { NodeFlags, SyntaxKind } from "typescript-native/unstable/ast";
import { isMain, ROOT } from "./project.mjs";

const PROJECTS = ["tsconfig.json", "apps/web/tsconfig.json"];
/** Modules that a script makes. */
const MADE = /(web|server|contracts|notices)(\/src)?\/messages\//;
const UPPER_CASE = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/;
const NUMBER_OR_STRING = TypeFlags.Number | TypeFlags.String;

/** Lists the constants of modules that hold a number or a string and are not UPPER_CASE, as `file:line name`. */
export function findMisnamed(root = ROOT, projects = PROJECTS) {
  const api = new API({ cwd: root });
  try {
    const snapshot = api.updateSnapshot({ openProjects: projects.map((project) => join(root, project)) });
    return projects.flatMap((project) => misnamedIn(snapshot.getProject(join(root, project)), root));
  } finally {
    api.close();
  }
}

function misnamedIn({ program, checker, rootFiles }, root) {
  return rootFiles
    .filter((file) => !MADE.test(file))
    .flatMap((file) => {
      const source = program.getSourceFile(file);
      const names = source.statements.flatMap(constantsOf).filter((name) => !UPPER_CASE.test(name.text));
      return names
        .filter((name) => holdsNumberOrString(checker, name))
        .map((name) => `${relative(root, file)}:${lineOf(source, name)} ${name.text}`);
    });
}

/** The names that a statement at the top of a module declares as constants. */
function constantsOf(statement) {
  if (statement.kind !== SyntaxKind.VariableStatement) return [];
  const { flags, declarations } = statement.declarationList;
  return (flags & NodeFlags.Const) === 0 ? [] : declarations.flatMap(({ name }) => namesIn(name));
}

function namesIn(name) {
  if (name.kind === SyntaxKind.Identifier) return [name];
  return name.elements.flatMap((element) => (element.name === undefined ? [] : namesIn(element.name)));
}

/** Literals count as their types, and null and undefined do not count. */
function holdsNumberOrString(checker, name) {
  const present = checker.getNonNullableType(checker.getTypeAtLocation(name));
  const { flags } = checker.getWidenedType(checker.getBaseTypeOfLiteralType(present));
  return (flags & NUMBER_OR_STRING) !== 0;
}

function lineOf(source, name) {
  return source.text.slice(0, name.end).split("\n").length;
}

if (isMain(import.meta.url)) {
  const misnamed = findMisnamed();
  for (const each of misnamed) process.stdout.write(`${each}: a constant with a number or a string is UPPER_CASE.\n`);
  process.exitCode = misnamed.length === 0 ? 0 : 1;
}
