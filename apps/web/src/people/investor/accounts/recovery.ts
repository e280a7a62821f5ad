import {
  confirmEmailChange,
  forgotPassword as forgotPasswordCall,
  freezeAccount,
  resetPassword as resetPasswordCall,
  undoEmailChange,
  verifyEmail,
  type BodyInputOf,
} from "@wazi/contracts";
import { call } from "../../../lib/api-client.ts";
import { schemaResolver } from "../../../lib/schema-resolver.ts";

// The calls of the pages that links in mails open. The pages load this file when it is needed, because it has the validation rules.

export const forgotPasswordResolver = schemaResolver(forgotPasswordCall.body);
export const resetPasswordResolver = schemaResolver(resetPasswordCall.body);

export const forgotPassword = (body: BodyInputOf<typeof forgotPasswordCall>) => call(forgotPasswordCall, { body });
export const resetPassword = (body: BodyInputOf<typeof resetPasswordCall>) => call(resetPasswordCall, { body });
export const verifyEmailByLink = (token: string) => call(verifyEmail, { body: { token } });
export const changeEmailByLink = (token: string) => call(confirmEmailChange, { body: { token } });
export const undoEmailByLink = (token: string) => call(undoEmailChange, { body: { token } });
export const freezeByLink = (token: string) => call(freezeAccount, { body: { token } });
