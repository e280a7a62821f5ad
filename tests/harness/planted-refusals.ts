/** The message of the rule about texts in refusals. */
export const REFUSAL_WITH_TEXT = "A refusal's text belongs in packages/contracts/messages/en/server.";
export const refusalsWithTexts = [
  'throw new AppError("NOT_FOUND", "Bot not found.");',
  'throw new AppError("CONFLICT", `${name} is not active`);',
  'throw new AppError("BUSY", n > 1 ? texts.busy : "Please try again.");',
  'throw new AppError("VALIDATION", texts.wrong, { fields: { bot: "Bot not found." } });',
  'const problem = `Line ${n} is wrong`; throw new AppError("VALIDATION", problem);',
  'throw new StatementError("The file is empty.");',
  'throw refuse("amount", "Not an amount.");',
];
export const cataloguedRefusals = [
  'throw new AppError("NOT_FOUND", texts.botNotFound, { fields: { amount: texts.wrong({ name: `${a} ${b}` }) } });',
  'throw refuse("out-of-order");',
  'throw new Error("no pool of this bot");',
];
