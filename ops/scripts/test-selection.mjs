/** Tests of these projects and folders read sources only. The others start the built product. */
const SOURCE_PROJECTS = new Set(["unit", "api", "debian", "pgbouncer"]);
const SOURCE_FOLDERS = /^(\.\/)?(packages|apps|lab\/commands|tests\/(races|servers|harness))(\/|$)/;
/** Options of vitest whose value may be a separate argument. */
const OPTIONS_WITH_VALUE = new Set([
  "-t",
  "--testNamePattern",
  "--project",
  "--reporter",
  "--outputFile",
  "-c",
  "--config",
]);

/** Other options of vitest that are useful here. A value follows after "=". */
const OTHER_OPTIONS = new Set([
  "-u",
  "--update",
  "--bail",
  "--retry",
  "--maxWorkers",
  "--shard",
  "--exclude",
  "--silent",
]);

/** The first argument that looks like an option and is none of those that may be given, or undefined. */
export function findUnknownOption(args) {
  return args.find((arg, index) => {
    const [name] = arg.split("=", 1);
    const isValue = OPTIONS_WITH_VALUE.has(args[index - 1]);
    return name.startsWith("-") && !isValue && !OPTIONS_WITH_VALUE.has(name) && !OTHER_OPTIONS.has(name);
  });
}

/** True if the tests that these arguments of vitest select may need the built server and web app, and a browser. */
export function needsBuild(args) {
  const projects = [];
  const filters = [];
  for (let index = 0; index < args.length; index += 1) {
    const [name, value] = args[index].split("=", 2);
    const isOption = name.startsWith("-");
    const given = isOption && value === undefined && OPTIONS_WITH_VALUE.has(name) ? args[(index += 1)] : value;
    if (name === "--project") projects.push(given);
    if (!isOption) filters.push(args[index]);
  }
  if (projects.length > 0 && projects.every((project) => SOURCE_PROJECTS.has(project))) return false;
  return filters.length === 0 || !filters.every((filter) => SOURCE_FOLDERS.test(filter));
}
