import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { initialSiteSettings } from "#contract/site.ts";
import { SiteContext } from "../site-context.tsx";
import { InvitationPage } from "./invitation-page.tsx";

test("the page of a code shows the day and the time until which the code is valid", () => {
  const invitation = {
    page: "invitation",
    state: "valid",
    code: "K7QM-3VXP-9DTA",
    appAddress: null,
  } as const;
  const html = renderToStaticMarkup(
    <SiteContext value={{ ...initialSiteSettings, images: {} }}>
      <InvitationPage {...invitation} until="2026-11-21T09:30:00.000Z" />
    </SiteContext>,
  );
  expect(html).toContain("Il ne sert qu’une fois, jusqu’au 21 novembre 2026 à 10:30.");
});
