import { afterAll, beforeAll, expect, test } from "vitest";
import { limits } from "#contract/limits.ts";
import type { SavedView } from "#contract/saved-views.schema.ts";
import { createTestApp, type SignedIn, type TestApp } from "#test/support/test-app.ts";

let context: TestApp;
let anne: SignedIn;
let ines: SignedIn;

beforeAll(async () => {
  context = await createTestApp();
  [anne, ines] = await Promise.all([context.signIn(), context.signIn()]);
});
afterAll(() => context.close());

function call(admin: SignedIn, method: string, path: string, body?: unknown) {
  return context.app.request(`/api/admin/views/${path}`, {
    method,
    headers: admin.headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function views(admin: SignedIn, audience = "user"): Promise<SavedView[]> {
  const answer = await call(admin, "GET", audience);
  return ((await answer.json()) as { items: SavedView[] }).items;
}

test("a view belongs to one administrator and one list, and its name is unique there", async () => {
  await call(anne, "POST", "user", { name: " À voir ", query: "status=pending" });
  await call(anne, "POST", "user", { name: "à voir", query: "status=pending&order=asc" });
  await call(anne, "POST", "brand", { name: "Marques", query: "" });
  const [view, ...others] = await views(anne);
  expect(others).toEqual([]);
  expect(view).toMatchObject({ name: "à voir", query: "status=pending&order=asc" });
  expect(await views(anne, "brand")).toMatchObject([{ name: "Marques" }]);
  expect(await views(ines)).toEqual([]);

  expect((await call(ines, "DELETE", `user/${view?.id}`)).status).toBe(404);
  expect((await call(anne, "DELETE", `brand/${view?.id}`)).status).toBe(404);
  expect((await call(anne, "DELETE", `user/${view?.id}`)).status).toBe(204);
  expect(await views(anne)).toEqual([]);
});

test("a view keeps its list's segment, or conditions of the greatest length", async () => {
  const conditions = encodeURIComponent('{"é":'.repeat(limits.conditionsTextMax / 5)).slice(0, 12_000);
  for (const query of [
    `segment=00000000-0000-4000-8000-000000000001&columns=source`,
    `conditions=${conditions}`,
  ]) {
    const answer = await call(anne, "POST", "brand", { name: "Vue", query });
    expect((await answer.json()) as SavedView).toMatchObject({ query });
  }
  const query = "x".repeat(limits.viewQueryMax + 1);
  expect((await call(anne, "POST", "brand", { name: "Vue", query })).status).toBe(400);
});

test("a view without a name, or beyond the limit, is refused", async () => {
  expect((await call(ines, "POST", "user", { name: "  ", query: "" })).status).toBe(400);
  expect((await call(ines, "POST", "user", { name: "Vue", query: "é" })).status).toBe(400);
  for (let index = 0; index < limits.viewsMax; index += 1) {
    expect((await call(ines, "POST", "user", { name: `Vue ${index}`, query: "" })).status).toBe(200);
  }
  expect((await call(ines, "POST", "user", { name: "Encore une", query: "" })).status).toBe(409);
  expect((await call(ines, "POST", "user", { name: "Vue 3", query: "page=2" })).status).toBe(200);
});
