/** The scripts are plain JavaScript without types. */
const script = (await import(new URL("../../ops/scripts/wazi.mjs", import.meta.url).href)) as {
  commands: Record<string, string>;
  fileOf: (name: string) => string;
};

/** The commands of `npm run wazi`: what each does, by its name, and its script. */
export const { commands, fileOf } = script;
