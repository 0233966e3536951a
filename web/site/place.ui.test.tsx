import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { offerSharing } from "./place.ts";

const link = "https://exemple.fr/?ami=k7qm3vxp9d";
const drawn = `<button hidden data-share="copy" data-text="${link}" data-done="Lien copié" data-failed="Copie impossible">Copier le lien</button>
<button hidden data-share="sheet" data-text="Rejoins-moi ${link}">Partager autrement</button>
<p role="status" data-shared></p>`;

function open(can: Parameters<typeof offerSharing>[0]): void {
  document.body.innerHTML = drawn;
  offerSharing(can);
}
afterEach(() => {
  document.body.innerHTML = "";
});

test("every copy of the link is announced, including the second", async () => {
  const copies: PromiseWithResolvers<void>[] = [];
  const writeText = vi.fn(() => {
    const copy = Promise.withResolvers<void>();
    copies.push(copy);
    return copy.promise;
  });
  open({ clipboard: { writeText } as unknown as Clipboard });
  const status = page.getByRole("status");
  for (const place of [0, 1]) {
    await page.getByRole("button", { name: "Copier le lien" }).click();
    await expect.poll(() => status.element().textContent).toBe("");
    copies[place]?.resolve();
    await expect.element(status).toHaveTextContent("Lien copié");
  }
  expect(writeText.mock.calls).toEqual([[link], [link]]);
});

test("a browser that refuses to copy the link causes an explanation", async () => {
  const writeText = () => Promise.reject(new DOMException("refused", "NotAllowedError"));
  open({ clipboard: { writeText } as unknown as Clipboard });
  await page.getByRole("button", { name: "Copier le lien" }).click();
  await expect.element(page.getByRole("status")).toHaveTextContent("Copie impossible");
});

test("a browser with a share sheet offers it, and the sheet may be closed without a choice", async () => {
  const share = vi.fn(() => Promise.reject(new DOMException("closed", "AbortError")));
  open({ share });
  await page.getByRole("button", { name: "Partager autrement" }).click();
  expect(share).toHaveBeenCalledExactlyOnceWith({ text: `Rejoins-moi ${link}` });
});

test("a browser without a share sheet shows no button for it", async () => {
  open({ clipboard: navigator.clipboard });
  await expect.element(page.getByRole("button", { name: "Copier le lien" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Partager autrement" })).not.toBeInTheDocument();
});
