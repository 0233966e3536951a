import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import {
  activateQuestionSchema,
  adminQuestionSchema,
  moveQuestionSchema,
  questionAnswersSchema,
  questionDeletionSchema,
  questionIdSchema,
  questionListSchema,
  restoredQuestionSchema,
  saveQuestionSchema,
  updateQuestionSchema,
} from "#contract/questionnaire.schema.ts";
import { questionsFor } from "#contract/questionnaire.ts";
import { audienceQuerySchema, questionnaireSchema } from "#contract/signup.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import {
  type ApiEnv,
  createApiRouter,
  jsonBody,
  jsonResponse,
  problems,
  staleResponse,
} from "#server/lib/http/api-router.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import type { ConsentTexts } from "#server/privacy/consents.service.ts";
import type { Shield } from "#server/shield/shield.service.ts";
import type { ActiveQuestions } from "./active-questions.service.ts";
import { extendRestoration, removeQuestion, restoreQuestion } from "./question-deletion.service.ts";
import {
  activateQuestion,
  copyQuestion,
  createQuestion,
  editQuestion,
  getQuestionAnswers,
  listQuestions,
  reorderQuestion,
  startFromSample,
} from "./questions.service.ts";

const tags = ["questionnaire"];
const params = questionIdSchema;

const listRoute = createRoute({
  method: "get",
  path: "/api/admin/questions",
  tags,
  summary: "List all questions in order, with the number of sign-ups that answered each",
  responses: { 200: jsonResponse(questionListSchema, "The questions"), ...problems(401) },
});

const answersRoute = createRoute({
  method: "get",
  path: "/api/admin/questions/{id}/answers",
  tags,
  summary: "Count the sign-ups that answered a question, and that chose each option",
  request: { params },
  responses: { 200: jsonResponse(questionAnswersSchema, "The counts"), ...problems(400, 401, 404) },
});

const createQuestionRoute = createRoute({
  method: "post",
  path: "/api/admin/questions",
  tags,
  summary: "Add a question after the last one",
  middleware: [limitBody()] as const,
  request: jsonBody(saveQuestionSchema),
  responses: { 201: jsonResponse(adminQuestionSchema, "The new question"), ...problems(400, 401, 413) },
});

const sampleRoute = createRoute({
  method: "post",
  path: "/api/admin/questions/sample",
  tags,
  summary: "Start an empty questionnaire from a sample",
  responses: { 201: jsonResponse(questionListSchema, "The questions"), ...problems(401, 409) },
});

const copyRoute = createRoute({
  method: "post",
  path: "/api/admin/questions/{id}/copy",
  tags,
  summary: "Add a copy after the question, switched off",
  request: { params },
  responses: { 201: jsonResponse(adminQuestionSchema, "The copy"), ...problems(400, 401, 404) },
});

const editRoute = createRoute({
  method: "put",
  path: "/api/admin/questions/{id}",
  tags,
  summary: "Change a question; stored answers are kept, and `active` when it is left out",
  middleware: [limitBody()] as const,
  request: { params, ...jsonBody(updateQuestionSchema) },
  responses: {
    200: jsonResponse(adminQuestionSchema, "The question"),
    ...problems(400, 401, 404, 413),
    ...staleResponse(adminQuestionSchema),
  },
});

const activateRoute = createRoute({
  method: "patch",
  path: "/api/admin/questions/{id}",
  tags,
  summary: "Switch a question on or off",
  middleware: [limitBody()] as const,
  request: { params, ...jsonBody(activateQuestionSchema) },
  responses: { 200: jsonResponse(adminQuestionSchema, "The question"), ...problems(400, 401, 404, 409, 413) },
});

const moveRoute = createRoute({
  method: "post",
  path: "/api/admin/questions/{id}/move",
  tags,
  summary: "Move a question by one place, or by several, and number all from 1",
  middleware: [limitBody()] as const,
  request: { params, ...jsonBody(moveQuestionSchema) },
  responses: { 200: jsonResponse(questionListSchema, "All questions"), ...problems(400, 401, 404, 409, 413) },
});

const deleteRoute = createRoute({
  method: "delete",
  path: "/api/admin/questions/{id}",
  tags,
  summary: "Delete a question, and half a minute later its answers",
  request: { params },
  responses: {
    200: jsonResponse(questionDeletionSchema, "Deleted; until when it can be taken back"),
    ...problems(400, 401, 404, 409),
  },
});

const restoreRoute = createRoute({
  method: "post",
  path: "/api/admin/questions/{id}/restoration",
  tags,
  summary: "Undo the deletion of a question: it returns to its place, with its answers",
  request: { params },
  responses: {
    200: jsonResponse(restoredQuestionSchema, "The question"),
    ...problems(400, 401, 404, 409),
  },
});

const extendRestorationRoute = createRoute({
  method: "post",
  path: "/api/admin/questions/{id}/restoration/extension",
  tags,
  summary: "Extend the time to undo the deletion of a question",
  request: { params },
  responses: {
    200: jsonResponse(questionDeletionSchema, "Until when"),
    ...problems(400, 401, 404, 409),
  },
});

/** Routes with which administrators edit the questionnaire. */
export function questionsRoutes({ db, now }: AppDependencies) {
  const depsOf = (c: Context<ApiEnv>) => ({ db, now, actor: c.var.admin.email });
  return createApiRouter()
    .openapi(listRoute, async (c) => c.json(await listQuestions({ db, now }), 200))
    .openapi(answersRoute, async (c) => {
      return c.json(await getQuestionAnswers({ db }, c.req.valid("param").id), 200);
    })
    .openapi(createQuestionRoute, async (c) => {
      return c.json(await createQuestion(depsOf(c), c.req.valid("json")), 201);
    })
    .openapi(sampleRoute, async (c) => c.json(await startFromSample(depsOf(c)), 201))
    .openapi(copyRoute, async (c) => {
      return c.json(await copyQuestion(depsOf(c), c.req.valid("param").id), 201);
    })
    .openapi(editRoute, async (c) => {
      return c.json(await editQuestion(depsOf(c), c.req.valid("param").id, c.req.valid("json")), 200);
    })
    .openapi(activateRoute, async (c) => {
      const { active } = c.req.valid("json");
      return c.json(await activateQuestion(depsOf(c), c.req.valid("param").id, active), 200);
    })
    .openapi(moveRoute, async (c) => {
      return c.json(await reorderQuestion(depsOf(c), c.req.valid("param").id, c.req.valid("json")), 200);
    })
    .openapi(deleteRoute, async (c) => {
      return c.json(await removeQuestion(depsOf(c), c.req.valid("param").id), 200);
    })
    .openapi(restoreRoute, async (c) => {
      return c.json(await restoreQuestion(depsOf(c), c.req.valid("param").id), 200);
    })
    .openapi(extendRestorationRoute, async (c) =>
      c.json(await extendRestoration({ db, now }, c.req.valid("param").id), 200),
    );
}

const route = createRoute({
  method: "get",
  path: "/api/questionnaire",
  tags: ["questionnaire"],
  summary: "Get the questions for an audience, in order, and the form's token and puzzle",
  request: { query: audienceQuerySchema },
  responses: { 200: jsonResponse(questionnaireSchema, "Questions, form token and puzzle"), ...problems(400) },
});

type Parts = { questions: ActiveQuestions; shield: Shield; consentTexts: ConsentTexts };

/** The route that gives visitors the active questions. */
export function activeQuestionsRoutes({ questions, shield, consentTexts }: Parts) {
  return createApiRouter().openapi(route, async (c) => {
    const { audience } = c.req.valid("query");
    const [{ revision, questions: active }, textsVersion] = await Promise.all([
      questions.current(),
      consentTexts.version(),
    ]);
    const pass = await shield.issuePass(audience, { revision, textsVersion });
    return c.json({ items: questionsFor(audience, active), ...pass }, 200);
  });
}
