import { z } from "zod";
import { targetTypes } from "#contract/audience.ts";
import { idParameter, wordParameter } from "#web/admin/ui/use-address.ts";

/** The audience filter, and the question that a link leads to. */
export const questionnaireAddress = z.object({
  audience: wordParameter([...targetTypes, "all"], "all"),
  question: idParameter,
});

export type QuestionFilter = z.infer<typeof questionnaireAddress>["audience"];
