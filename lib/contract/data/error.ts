import { z } from "zod";

/** Body of every answer with a status other than 200. The metrics interface sends a list of messages. */
export const errorBody = z
  .object({
    message: z.union([z.string(), z.array(z.string())]),
    /** Name of the status, such as "Bad Request". */
    error: z.string(),
    statusCode: z.int(),
  })
  .meta({ id: "ErrorBody" });

export type ErrorBody = z.infer<typeof errorBody>;
