import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import {
  activateQuestionSchema,
  adminQuestionSchema,
  moveQuestionSchema,
  questionIdSchema,
  questionListSchema,
  saveQuestionSchema,
  updateQuestionSchema,
} from "#contract/questionnaire.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import {
  type ApiEnv,
  createApiRouter,
  jsonAnswer,
  jsonBody,
  problems,
  staleAnswer,
} from "#server/lib/http/api-router.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import type { GivenAnswers } from "./given-answers.ts";
import {
  activateQuestion,
  createQuestion,
  editQuestion,
  listQuestions,
  removeQuestion,
  reorderQuestion,
} from "./questions.service.ts";

const tags = ["questionnaire"];
const params = questionIdSchema;

const listRoute = createRoute({
  method: "get",
  path: "/api/admin/questions",
  tags,
  summary: "All questions in order, with the number of sign-ups that answered each",
  responses: { 200: jsonAnswer(questionListSchema, "The questions"), ...problems(401) },
});

const createQuestionRoute = createRoute({
  method: "post",
  path: "/api/admin/questions",
  tags,
  summary: "Add a question behind the last one",
  middleware: [limitBody()] as const,
  request: jsonBody(saveQuestionSchema),
  responses: { 201: jsonAnswer(adminQuestionSchema, "The new question"), ...problems(400, 401, 413) },
});

const editRoute = createRoute({
  method: "put",
  path: "/api/admin/questions/{id}",
  tags,
  summary: "Change a question; answers given before are kept, and `active` when it is left out",
  middleware: [limitBody()] as const,
  request: { params, ...jsonBody(updateQuestionSchema) },
  responses: {
    200: jsonAnswer(adminQuestionSchema, "The question"),
    ...problems(400, 401, 404, 413),
    ...staleAnswer(adminQuestionSchema),
  },
});

const activateRoute = createRoute({
  method: "patch",
  path: "/api/admin/questions/{id}",
  tags,
  summary: "Switch a question on or off",
  middleware: [limitBody()] as const,
  request: { params, ...jsonBody(activateQuestionSchema) },
  responses: { 200: jsonAnswer(adminQuestionSchema, "The question"), ...problems(400, 401, 404, 413) },
});

const moveRoute = createRoute({
  method: "post",
  path: "/api/admin/questions/{id}/move",
  tags,
  summary: "Swap a question with its neighbour and number all from 1",
  middleware: [limitBody()] as const,
  request: { params, ...jsonBody(moveQuestionSchema) },
  responses: { 200: jsonAnswer(questionListSchema, "All questions"), ...problems(400, 401, 404, 409, 413) },
});

const deleteRoute = createRoute({
  method: "delete",
  path: "/api/admin/questions/{id}",
  tags,
  summary: "Delete a question with all its answers",
  request: { params },
  responses: { 204: { description: "Deleted" }, ...problems(400, 401, 404) },
});

/** The questionnaire as administrators edit it. */
export function questionsRoutes({ db, answers }: AppDependencies & { answers: GivenAnswers }) {
  const depsOf = (c: Context<ApiEnv>) => ({ db, answers, actor: c.var.admin.email });
  return createApiRouter()
    .openapi(listRoute, async (c) => c.json({ items: await listQuestions(db) }, 200))
    .openapi(createQuestionRoute, async (c) => {
      return c.json(await createQuestion(depsOf(c), c.req.valid("json")), 201);
    })
    .openapi(editRoute, async (c) => {
      return c.json(await editQuestion(depsOf(c), c.req.valid("param").id, c.req.valid("json")), 200);
    })
    .openapi(activateRoute, async (c) => {
      const { active } = c.req.valid("json");
      return c.json(await activateQuestion(depsOf(c), c.req.valid("param").id, active), 200);
    })
    .openapi(moveRoute, async (c) => {
      const items = await reorderQuestion(depsOf(c), c.req.valid("param").id, c.req.valid("json"));
      return c.json({ items }, 200);
    })
    .openapi(deleteRoute, async (c) => {
      await removeQuestion(depsOf(c), c.req.valid("param").id);
      return c.body(null, 204);
    });
}
