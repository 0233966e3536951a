import { expect, onTestFinished, vi } from "vitest";
import { type Locator, page } from "vitest/browser";
import { audiences } from "#contract/audience.ts";
import { formTokenLimits } from "#contract/shield.ts";
import { initialSiteSettings } from "#contract/site.ts";
import { forgetPassages } from "#web/site/visit-source.ts";
import "#web/site/pages/home.css-entry.ts";
import { emptyParts } from "#web/site/built-parts.test-helpers.ts";
import { startHome } from "#web/site/home/start-home.ts";
import { prefetchQuestionnaire, takePrefetchedQuestionnaire } from "#web/site/questionnaire-prefetch.ts";
import { renderSite } from "#web/site/renderer.tsx";
import { type FakeAnswers, installFakeApi } from "./fake-api.ts";
import { notePresent } from "./present.ts";

type SiteOptions = {
  /** Answers for pages of the site, by path. The other paths answer with the real pages. */
  pages?: Record<string, () => Promise<Response>>;
};

let drawn: ReturnType<typeof drawPages> | null = null;

/**
 * Draws the home page as the server does and starts its scripts, on a fake API.
 * Timers wait until the test advances them: `vi.advanceTimersByTimeAsync`.
 */
export async function openSite(answers: FakeAnswers = {}, { pages = {} }: SiteOptions = {}) {
  drawn ??= drawPages();
  const documents = await drawn;
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance"],
  });
  forgetPrefetches();
  forgetPassages();
  const api = installFakeApi(answers, (fake) => {
    vi.spyOn(window, "fetch").mockImplementation((input, init) => {
      const path = String(input);
      const known = pages[path] ?? (documents[path] && (async () => new Response(documents[path])));
      return known ? known() : fake(input, init);
    });
  });
  notePresent(api);

  const container = document.createElement("div");
  container.innerHTML = bodyOf(documents["/"] ?? "");
  document.body.append(container);
  const restore = switchToSiteStyles();
  const title = document.title;
  const running = new AbortController();
  startHome(running.signal);
  onTestFinished(() => {
    running.abort();
    container.remove();
    restore();
    document.title = title;
    history.replaceState(null, "");
  });
  await expect
    .element(page.getByRole("link", { name: "I want to sign up" }).first())
    .toHaveAttribute("aria-haspopup", "dialog");
  return { api, container };
}

/** Opens the site and the sign-up dialog, with a form that is old enough to be sent. */
export async function openSignUpDialog(answers: FakeAnswers) {
  const site = await openSite(answers);
  await page.getByRole("link", { name: "I want to sign up" }).first().click();
  await expect.element(page.getByRole("button", { name: "Envoyer ma demande" })).toBeEnabled();
  await vi.advanceTimersByTimeAsync(formTokenLimits.minAgeMs);
  return { ...site, dialog: page.getByRole("dialog") };
}

export const sendButton = page.getByRole("button", { name: "Envoyer ma demande" });
export const thanks = page.getByRole("heading", { name: "Merci pour votre inscription!" });

/** Fills in the required fields of a user's form with one question. */
export async function fillUser(dialog: Locator, email = "zoe@courrier.example"): Promise<void> {
  await dialog.getByLabelText("Prénom").fill("Zoé");
  await dialog.getByLabelText("Nom").fill("Martin");
  await dialog.getByLabelText("Adresse e-mail").fill(email);
  await dialog.getByLabelText("Votre ville").fill("Lyon");
}

/** Waits frame by frame, because `expect.element` and the locators' actions advance the fake clock while they wait. */
export async function untilTrue(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(requestAnimationFrame);
}

/** Types without the waits of a locator, which advance the fake clock. */
export function typeNow(field: Element, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** The site's pages by path. */
async function drawPages(): Promise<Record<string, string>> {
  const files = await renderSite(emptyParts, { ...initialSiteSettings, images: {} });
  return Object.fromEntries(
    files.map(({ name, text }) => [name === "index.html" ? "/" : `/${name.replace(".html", "")}`, text]),
  );
}

const bodyOf = (text: string) => new DOMParser().parseFromString(text, "text/html").body.innerHTML;

/** Clears prefetched answers. Modules live longer than a test, so one test's answers would reach the next test. */
function forgetPrefetches(): void {
  const idle = vi.spyOn(window, "fetch").mockResolvedValue(new Response());
  for (const audience of audiences) {
    prefetchQuestionnaire(audience);
    takePrefetchedQuestionnaire(audience);
  }
  idle.mockRestore();
}

/** Switches the back office's style sheets off, because the tests of both sides share one document. */
function switchToSiteStyles(): () => void {
  const sheets = [...document.querySelectorAll<HTMLStyleElement>("style[data-vite-dev-id]")];
  const toggle = (toSite: boolean) => {
    for (const { dataset, sheet } of sheets) {
      const file = dataset["viteDevId"] ?? "";
      if (sheet && !file.includes("/web/lib/")) sheet.disabled = file.includes("/web/site/") !== toSite;
    }
  };
  toggle(true);
  return () => toggle(false);
}
