import * as z from "zod/mini";

export const person = z.object({ email: z.string(), firstName: z.string(), lastName: z.string() });
export type Person = z.infer<typeof person>;
