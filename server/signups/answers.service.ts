import type { GivenAnswers } from "#server/questionnaire/given-answers.ts";
import { deleteAnswers, deleteAnswersInBatch } from "./answers.queries.ts";

export const signupAnswers: GivenAnswers = { remove: deleteAnswers, removeInBatch: deleteAnswersInBatch };
