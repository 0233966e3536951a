import type { SitePage } from "#contract/site-pages.ts";
import type { TestApp } from "#test/support/test-app.ts";

export const email = "zoe@exemple.fr";

/** Signs up with news, unless `body` differs. @returns the id */
export async function signUp({ app }: Pick<TestApp, "app">, body: object = {}, audience = "user") {
  const answer = await app.request(`/api/signups/${audience}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: "http://localhost" },
    body: JSON.stringify({
      firstname: "Zoé",
      name: "Martin",
      email,
      responses: {},
      newsConsent: true,
      ...(audience === "brand" && { website: "exemple.fr" }),
      ...body,
    }),
  });
  if (answer.status !== 201) throw new Error(`the sign-up was answered ${answer.status}`);
  return ((await answer.json()) as { id: string }).id;
}

/** Reads the content of a page and its status. */
export async function readPage(answer: Response | Promise<Response>) {
  const { status, headers } = await answer;
  const text = await (await answer).text();
  return { status, headers, page: (text ? JSON.parse(text) : null) as SitePage };
}

/** Encodes a form as a browser without a script does. */
export const form = (fields: Record<string, string>) => ({
  method: "POST",
  headers: { "content-type": "application/x-www-form-urlencoded" },
  body: new URLSearchParams(fields).toString(),
});
