/** How long a page that draws nothing keeps anybody waiting: one that was hidden meanwhile. */
const longestMs = 200;

/**
 * Resolves once the next frame has been handed over to be painted. Sending a request takes milliseconds of the page's own time: one
 * whose answer nobody is waiting for leaves after what the person did is in view.
 */
export function nextFrame(): Promise<void> {
  if (document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    // What is posted from the frame's own callbacks arrives after it.
    requestAnimationFrame(() => port2.postMessage(null));
    setTimeout(resolve, longestMs);
  });
}
