import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { offerSharing } from "./place.ts";

const link = "https://exemple.fr/?ami=k7qm3vxp9d";
const drawn = `<button hidden data-share="copy" data-text="${link}" data-done="Lien copié">Copier le lien</button>
<button hidden data-share="sheet" data-text="Rejoins-moi ${link}">Partager autrement</button>`;

function open(can: Parameters<typeof offerSharing>[0]): void {
  document.body.innerHTML = drawn;
  offerSharing(can);
}
afterEach(() => {
  document.body.innerHTML = "";
});

test("the link is copied by a button, which says so", async () => {
  const writeText = vi.fn(() => Promise.resolve());
  open({ clipboard: { writeText } as unknown as Clipboard });
  await page.getByRole("button", { name: "Copier le lien" }).click();
  await expect.element(page.getByRole("button", { name: "Lien copié" })).toBeVisible();
  expect(writeText).toHaveBeenCalledExactlyOnceWith(link);
});

test("the system's sheet is offered where there is one, and may be closed without a choice", async () => {
  const share = vi.fn(() => Promise.reject(new DOMException("closed", "AbortError")));
  open({ share });
  await page.getByRole("button", { name: "Partager autrement" }).click();
  expect(share).toHaveBeenCalledExactlyOnceWith({ text: `Rejoins-moi ${link}` });
});

test("a browser without a sheet shows no button for it", async () => {
  open({ clipboard: navigator.clipboard });
  await expect.element(page.getByRole("button", { name: "Copier le lien" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Partager autrement" })).not.toBeInTheDocument();
});
