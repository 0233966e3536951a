import type { GivenAnswers } from "#server/features/questionnaire/given-answers.ts";
import { deleteAnswers, deleteAnswersInBatch } from "./answers.repository.ts";

export const signupAnswers: GivenAnswers = { remove: deleteAnswers, removeInBatch: deleteAnswersInBatch };
