import { z } from "zod";
import { idParameter } from "#web/admin/ui/address/address.ts";

/** The administrator that a link leads to. */
export const adminsAddress = z.object({ admin: idParameter });
