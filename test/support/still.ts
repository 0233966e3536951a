/** Runs in a page: waits until neither the page nor its focus has changed for so many frames. */
export async function stillFor(frames: number): Promise<void> {
  let still = 0;
  const restart = () => {
    still = 0;
  };
  const observer = new MutationObserver(restart);
  observer.observe(document.body, { childList: true, subtree: true, attributes: true });
  document.addEventListener("focusin", restart);
  for (; still < frames; still += 1) await new Promise(requestAnimationFrame);
  observer.disconnect();
  document.removeEventListener("focusin", restart);
}
