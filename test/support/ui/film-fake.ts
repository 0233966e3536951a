import { vi } from "vitest";

type FakeFilm = {
  /** Fires the events of the end of the film. */
  end(): void;
  /** Advances the film as playing does. */
  advanceTo(seconds: number): void;
};

/** Fakes the site's film without its file. `play` and `pause` fire the browser's events; only the test changes the position. */
export function fakeFilm(): FakeFilm {
  const state = { paused: true, position: 0 };
  const film = () => document.querySelector("video");
  const fire = (name: string) => film()?.dispatchEvent(new Event(name));
  vi.spyOn(HTMLMediaElement.prototype, "paused", "get").mockImplementation(() => state.paused);
  vi.spyOn(HTMLMediaElement.prototype, "currentTime", "get").mockImplementation(() => state.position);
  vi.spyOn(HTMLMediaElement.prototype, "currentTime", "set").mockImplementation((position) => {
    state.position = position;
  });
  vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(async () => {
    state.paused = false;
    fire("play");
    fire("playing");
  });
  vi.spyOn(HTMLMediaElement.prototype, "pause").mockImplementation(() => {
    state.paused = true;
    fire("pause");
  });
  return {
    end() {
      state.paused = true;
      fire("ended");
    },
    advanceTo(seconds) {
      state.position = seconds;
    },
  };
}
