import { z } from "zod";
import { idParameter } from "#web/admin/ui/use-address.ts";

/** The administrator that a link leads to. */
export const adminsAddress = z.object({ admin: idParameter });
