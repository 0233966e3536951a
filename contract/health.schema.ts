import { z } from "zod";

/** What `GET /api/health` and `GET /api/ready` answer; a failure is an error like any other. */
export const healthSchema = z.object({ status: z.literal("ok") });
