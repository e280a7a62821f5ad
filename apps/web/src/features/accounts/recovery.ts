import { forgotPassword, resetPassword } from "@wazi/contracts";
import { schemaResolver } from "../../lib/schema-resolver.ts";

export const forgotPasswordResolver = schemaResolver(forgotPassword.body);
export const resetPasswordResolver = schemaResolver(resetPassword.body);
