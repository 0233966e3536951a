/** Shows the buttons that need a script, if the browser supports their action. */
export function offerSharing(browser: Partial<Pick<Navigator, "clipboard" | "share">>): void {
  const status = document.querySelector("[data-shared]");
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-share]")) {
    const { share: way, text = "", done = "", failed = "" } = button.dataset;
    if (way === "copy" && browser.clipboard) {
      const { clipboard } = browser;
      button.hidden = false;
      button.addEventListener("click", async () => {
        status?.replaceChildren(); // so that screen readers announce the same sentence again
        const outcome = await clipboard.writeText(text).then(
          () => done,
          () => failed,
        );
        status?.replaceChildren(outcome);
      });
    }
    if (way === "sheet" && browser.share) {
      button.hidden = false;
      button.addEventListener("click", () => browser.share?.({ text }).catch(ignoreClosing));
    }
  }
}

/** Ignores the error of a share sheet that was closed without a choice. */
function ignoreClosing(error: unknown): void {
  if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
}
