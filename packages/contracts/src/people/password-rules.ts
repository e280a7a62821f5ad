import { messages } from "../messages.ts";

export const MIN_PASSWORD_LENGTH = 8;

/** Characters that a new password must have, in the order of their messages. */
export const passwordRules = [
  { what: "an uppercase letter", holds: /\p{Lu}/u, message: messages.passwordWithoutUppercase },
  { what: "a lowercase letter", holds: /\p{Ll}/u, message: messages.passwordWithoutLowercase },
  { what: "a number", holds: /\d/, message: messages.passwordWithoutNumber },
  { what: "a special character", holds: /[^\p{L}\p{N}\s]/u, message: messages.passwordWithoutSpecial },
] as const;
