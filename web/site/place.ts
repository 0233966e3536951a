/** Shows the buttons that need a script, where the browser can do what they say. */
export function offerSharing(browser: Partial<Pick<Navigator, "clipboard" | "share">>): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-share]")) {
    const { share: way, text = "", done = "" } = button.dataset;
    if (way === "copy" && browser.clipboard) {
      const { clipboard } = browser;
      button.hidden = false;
      button.addEventListener("click", () =>
        clipboard.writeText(text).then(() => button.replaceChildren(done)),
      );
    }
    if (way === "sheet" && browser.share) {
      button.hidden = false;
      button.addEventListener("click", () => browser.share?.({ text }).catch(ignoreClosing));
    }
  }
}

/** The sheet was closed without a choice. */
function ignoreClosing(error: unknown): void {
  if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
}
