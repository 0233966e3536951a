import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { limits } from "#contract/limits.ts";
import { filmSeconds } from "../film/film.ts";

type PlayerState = {
  /** `poster` before the first play and after the end, `film` while it plays or pauses, `failed` when it could not be loaded. */
  mode: "poster" | "film" | "failed";
  playing: boolean;
  /** True when the film was started but no picture has arrived yet. */
  waiting: boolean;
  muted: boolean;
  captions: boolean;
  /** The position in seconds. */
  position: number;
  duration: number;
  controlsShown: boolean;
};

/** The elements that the server rendered. */
export type FilmParts = { frame: HTMLElement; video: HTMLVideoElement };

export type Player = ReturnType<typeof usePlayer>;

/** The film's state, read from the media element, and the actions of the controls. */
export function usePlayer({ frame, video }: FilmParts) {
  const [state, setState] = useState(() => takenOver(video));
  const hovered = useRef(false);
  const hiding = useRef<ReturnType<typeof setTimeout>>(undefined);
  const noteFocus = useKeptFocus(frame, state.mode);
  const caption = useCaptions(video, state.captions);
  const change = useCallback(
    (part: Partial<PlayerState>) => {
      noteFocus();
      setState((now) => ({ ...now, ...part }));
    },
    [noteFocus],
  );

  /** Hides the controls three seconds after play starts, unless the pointer is over them. */
  const hideLater = useCallback(() => {
    clearTimeout(hiding.current);
    hiding.current = setTimeout(() => {
      if (!hovered.current && !video.paused) change({ controlsShown: false });
    }, limits.videoControlsMs);
  }, [video, change]);
  useEffect(() => () => clearTimeout(hiding.current), []);

  const fail = useCallback(
    () => change({ mode: "failed", playing: false, waiting: false, controlsShown: true }),
    [change],
  );

  useLayoutEffect(() => {
    video.controls = false;
    frame.dataset["mode"] = state.mode;
    frame.dataset["controls"] = state.controlsShown ? "shown" : "hidden";
  }, [frame, video, state.mode, state.controlsShown]);

  useEffect(() => {
    if (!state.playing) return;
    const timer = setInterval(() => change({ position: video.currentTime }), limits.videoProgressMs);
    return () => clearInterval(timer);
  }, [state.playing, video, change]);

  useEffect(() => {
    const listening = new AbortController();
    const on = (name: string, act: (event: Event) => void) =>
      video.addEventListener(name, act, { signal: listening.signal });
    on("play", () => {
      change({ mode: "film", playing: true, controlsShown: true });
      hideLater();
    });
    on("playing", () => change({ waiting: false }));
    on("waiting", () => change({ waiting: true }));
    on("pause", () => change({ playing: false, waiting: false, controlsShown: true }));
    on("ended", () => {
      video.currentTime = 0;
      hovered.current = false; // the controls disappear under the pointer, so no event reports that it left them
      change({ mode: "poster", playing: false, position: 0, controlsShown: true });
    });
    on("error", fail);
    // Only the last source's error counts, because the browser tries the next source after an error.
    const last = video.querySelector("source:last-of-type");
    last?.addEventListener("error", fail, { signal: listening.signal });
    on("volumechange", () => change({ muted: video.muted }));
    on("loadedmetadata", () => change({ duration: video.duration }));
    return () => listening.abort();
  }, [video, change, fail, hideLater]);

  const play = useCallback(
    () =>
      video.play().catch((error: DOMException) => {
        if (error.name === "NotSupportedError") fail();
        else change({ playing: false });
      }),
    [video, change, fail],
  );
  const toggle = useCallback(() => {
    if (video.paused) void play();
    else video.pause();
  }, [video, play]);

  useEffect(() => {
    const listening = new AbortController();
    const showControls = () => {
      change({ controlsShown: true });
      if (!video.paused) hideLater();
    };
    for (const name of ["pointermove", "focusin"])
      frame.addEventListener(name, showControls, { signal: listening.signal });
    video.addEventListener("click", toggle, { signal: listening.signal });
    return () => listening.abort();
  }, [frame, video, change, hideLater, toggle]);

  return {
    state,
    caption,
    toggle,
    seek(position: number) {
      const duration = Number.isFinite(video.duration) ? video.duration : filmSeconds;
      video.currentTime = Math.min(Math.max(position, 0), duration);
      change({ position: video.currentTime });
    },
    /** Loads the film again and continues at the position of the failure. */
    retry() {
      video.load();
      video.currentTime = state.position;
      void play();
    },
    toggleSound() {
      video.muted = !video.muted;
    },
    toggleCaptions: () => change({ captions: !state.captions }),
    hover(over: boolean) {
      hovered.current = over;
      if (over) change({ controlsShown: true });
      else if (state.playing) hideLater();
    },
  };
}

/** The initial state, because the visitor may have started the film with the browser's controls. */
function takenOver(video: HTMLVideoElement): PlayerState {
  const { paused, muted, currentTime, textTracks, networkState } = video;
  const failed = video.error !== null || networkState === HTMLMediaElement.NETWORK_NO_SOURCE;
  const begun = !paused || currentTime > 0;
  return {
    mode: failed ? "failed" : begun ? "film" : "poster",
    playing: !paused,
    waiting: false,
    muted,
    captions: textTracks[0]?.mode === "showing",
    position: currentTime,
    duration: filmSeconds,
    controlsShown: true,
  };
}

/**
 * The current caption, which the player shows above its controls, because the browser would show it behind them. The file is
 * loaded when captions are switched on for the first time.
 */
function useCaptions(video: HTMLVideoElement, on: boolean): string {
  const [text, setText] = useState("");
  useEffect(() => {
    const track = video.textTracks[0];
    if (!track || !on) return;
    const update = () => setText([...(track.activeCues ?? [])].map((cue) => (cue as VTTCue).text).join("\n"));
    track.mode = "hidden";
    track.addEventListener("cuechange", update);
    update();
    return () => {
      track.removeEventListener("cuechange", update);
      track.mode = "disabled";
      setText("");
    };
  }, [video, on]);
  return text;
}

/**
 * Keeps the focus in the player when its buttons are replaced: if the focused button disappears, focuses the first new one.
 * @returns a function to call before every change, while the old buttons still exist
 */
function useKeptFocus(frame: HTMLElement, mode: string): () => void {
  const inside = useRef(frame.contains(document.activeElement));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the buttons change with the mode
  useLayoutEffect(() => {
    const now = document.activeElement;
    if (!inside.current || (now?.tagName === "BUTTON" && frame.contains(now))) return;
    frame.querySelector("button")?.focus({ preventScroll: true });
  }, [mode]);
  return useCallback(() => {
    inside.current = frame.contains(document.activeElement);
  }, [frame]);
}
