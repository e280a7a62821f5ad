import js from "@eslint/js";
import globals from "globals";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

const noAmbientInputs = [
  { object: "Date", property: "now", message: "Take `now` as an argument: a replay must be exact." },
  { object: "Math", property: "random", message: "Take `random` as an argument: a replay must be exact." },
];

const sqlInStores = [
  {
    selector: "TaggedTemplateExpression:not([tag.object.name='String'])",
    message: "SQL belongs in a *store.ts file; call one of its functions.",
  },
  {
    selector: "CallExpression[callee.property.name='unsafe']",
    message: "SQL belongs in a *store.ts file; call one of its functions.",
  },
];

/** The kinds of an investor's ledger accounts, which are part of their codes. */
const accountKinds = "deposit_funds|profit_funds|withdrawal_hold|running_profit";
const columnName = `/^(?!(?:${accountKinds})$)[a-z0-9]+(_[a-z0-9]+)+$/`;
const columnMessage = "A column's name belongs in a *store.ts file; use camel case here.";
const columnsInStores = [
  { selector: `Property > Identifier.key[name=${columnName}]`, message: columnMessage },
  { selector: `TSPropertySignature > Identifier.key[name=${columnName}]`, message: columnMessage },
  { selector: `MemberExpression[computed=false] > Identifier.property[name=${columnName}]`, message: columnMessage },
  { selector: `MemberExpression[computed=true] > Literal.property[value=${columnName}]`, message: columnMessage },
];

export default tseslint.config(
  { ignores: ["**/dist/**", "**/dist.new/**", "**/node_modules/**", ".data/**", "coverage/**"] },
  js.configs.recommended,
  { files: ["**/*.{js,mjs,cjs}"], languageOptions: { globals: globals.node } },
  {
    files: ["**/*.{ts,tsx}"],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: false },
      ],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/only-throw-error": "error",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/naming-convention": [
        "error",
        {
          selector: "variable",
          modifiers: ["const", "global"],
          types: ["number", "string"],
          format: ["UPPER_CASE"],
        },
      ],
      "max-lines": ["error", { max: 400, skipBlankLines: true, skipComments: true }],
      "max-lines-per-function": ["error", { max: 70, skipBlankLines: true, skipComments: true }],
      "no-console": "error",
      eqeqeq: "error",
      "no-self-compare": "error",
    },
  },
  {
    files: ["packages/{domain,trading}/src/**/*.ts"],
    ignores: ["**/*.test.ts"],
    rules: {
      "no-restricted-properties": ["error", ...noAmbientInputs],
      "no-restricted-syntax": [
        "error",
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: "Take `now` as an argument: a replay must be exact.",
        },
      ],
    },
  },
  {
    files: ["apps/server/src/**/*.ts"],
    // A store, the ledger's door, and table-order.ts, which makes parts of the statements of core/paging/table-store.ts.
    ignores: [
      "**/*store*.ts",
      "**/*.test.ts",
      "apps/server/src/{db,commands}/**",
      "apps/server/src/core/ledger/post.ts",
      "apps/server/src/core/paging/table-order.ts",
    ],
    rules: { "no-restricted-syntax": ["error", ...sqlInStores, ...columnsInStores] },
  },
  {
    // The names in their objects are those of outside services.
    files: ["apps/server/src/adapters/**/*.ts"],
    ignores: ["**/*.test.ts"],
    rules: { "no-restricted-syntax": ["error", ...sqlInStores] },
  },
  {
    files: ["packages/domain/src/**/*.ts"],
    ignores: ["**/*.test.ts"],
    rules: {
      "no-restricted-globals": [
        "error",
        { name: "parseFloat", message: "Money is never a float." },
        { name: "process", message: "The domain is pure." },
      ],
    },
  },
  {
    files: ["apps/web/src/**/*.{ts,tsx}"],
    plugins: { "react-hooks": reactHooks },
    languageOptions: { globals: globals.browser },
    rules: {
      ...reactHooks.configs.recommended.rules,
      "max-lines-per-function": ["error", { max: 120, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ["**/*.test.{ts,tsx}", "tests/**/*.ts", "bench/**/*.ts"],
    rules: { "max-lines-per-function": "off", "@typescript-eslint/no-non-null-assertion": "off", "no-console": "off" },
  },
);
