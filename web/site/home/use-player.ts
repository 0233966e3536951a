import { type RefObject, type SyntheticEvent, useCallback, useEffect, useRef, useState } from "react";
import { limits } from "#contract/limits.ts";
import { useKeptFocus } from "./use-kept-focus.ts";

export type PlayerState = {
  /**
   * `native` until React is there, when the browser's own controls serve; then `poster` before the first play and after the
   * end, `film` while it plays or pauses, `failed` when it could not be had.
   */
  mode: "native" | "poster" | "film" | "failed";
  playing: boolean;
  /** Played, but there is nothing to be seen yet. */
  waiting: boolean;
  muted: boolean;
  captions: boolean;
  /** Seconds. */
  position: number;
  duration: number;
  controlsShown: boolean;
};

const atRest: PlayerState = {
  mode: "native",
  playing: false,
  waiting: false,
  muted: false,
  captions: false,
  position: 0,
  duration: 0,
  controlsShown: true,
};

type PlayerParts = {
  frame: RefObject<HTMLElement | null>;
  video: RefObject<HTMLVideoElement | null>;
  /** The film's duration in seconds, until the file is loaded. */
  length: number;
};

/** The film's state, read from the media element, and the actions of the controls. */
export function usePlayer({ frame, video, length }: PlayerParts) {
  const [state, setState] = useState<PlayerState>({ ...atRest, duration: length });
  const hovered = useRef(false);
  const hiding = useRef<ReturnType<typeof setTimeout>>(undefined);
  const noteFocus = useKeptFocus(frame, state.mode);
  const change = useCallback(
    (part: Partial<PlayerState>) => {
      noteFocus();
      setState((now) => ({ ...now, ...part }));
    },
    [noteFocus],
  );

  useEffect(() => {
    if (video.current) change(takenOver(video.current));
  }, [video, change]);

  useEffect(() => {
    if (!state.playing) return;
    const timer = setInterval(() => {
      if (video.current) change({ position: video.current.currentTime });
    }, limits.videoProgressMs);
    return () => clearInterval(timer);
  }, [state.playing, video, change]);

  useEffect(() => () => clearTimeout(hiding.current), []);

  /** Controls leave three seconds after play starts, unless the pointer lies over them. */
  const hideLater = () => {
    clearTimeout(hiding.current);
    hiding.current = setTimeout(() => {
      if (!hovered.current && !video.current?.paused) change({ controlsShown: false });
    }, limits.videoControlsMs);
  };

  const fail = () => change({ mode: "failed", playing: false, waiting: false, controlsShown: true });

  const play = (element: HTMLVideoElement) =>
    element.play().catch((error: DOMException) => {
      if (error.name === "NotSupportedError") fail();
      else change({ playing: false });
    });

  const seek = (position: number) => {
    const element = video.current;
    if (!element) return;
    const duration = Number.isFinite(element.duration) ? element.duration : length;
    element.currentTime = Math.min(Math.max(position, 0), duration);
    change({ position: element.currentTime });
  };

  return {
    state,
    seek,
    toggle() {
      const element = video.current;
      if (!element || state.mode === "native") return;
      if (element.paused) void play(element);
      else element.pause();
    },
    /** Restarts where the film was when it failed. */
    retry() {
      const element = video.current;
      if (!element) return;
      element.load();
      element.currentTime = state.position;
      void play(element);
    },
    toggleSound() {
      if (video.current) video.current.muted = !video.current.muted;
    },
    toggleCaptions: () => change({ captions: !state.captions }),
    showControls() {
      change({ controlsShown: true });
      if (state.playing) hideLater();
    },
    hover(over: boolean) {
      hovered.current = over;
      if (over) change({ controlsShown: true });
      else if (state.playing) hideLater();
    },
    events: {
      onPlay() {
        if (state.mode === "native") return;
        change({ mode: "film", playing: true, controlsShown: true });
        hideLater();
      },
      onPlaying: () => change({ waiting: false }),
      onWaiting: () => change({ waiting: true }),
      onPause: () => change({ playing: false, waiting: false, controlsShown: true }),
      onEnded() {
        if (video.current) video.current.currentTime = 0;
        hovered.current = false; // the controls go from under the pointer, which then never leaves them
        change({ mode: "poster", playing: false, position: 0, controlsShown: true });
      },
      // Only the last source's error counts: before it the browser tries the next one.
      onError({ target, currentTarget }: SyntheticEvent<HTMLVideoElement>) {
        const last = currentTarget.querySelector("source:last-of-type");
        if (target === currentTarget || target === last) fail();
      },
      onVolumeChange: () => change({ muted: video.current?.muted ?? false }),
      onLoadedMetadata: () => change({ duration: video.current?.duration ?? length }),
    },
  };
}

/** Playback that the browser's own controls may have begun before hydration. */
function takenOver(video: HTMLVideoElement): Partial<PlayerState> {
  const { paused, muted, currentTime, textTracks, networkState } = video;
  const failed = video.error !== null || networkState === HTMLMediaElement.NETWORK_NO_SOURCE;
  const begun = !paused || currentTime > 0;
  return {
    mode: failed ? "failed" : begun ? "film" : "poster",
    playing: !paused,
    muted,
    captions: textTracks[0]?.mode === "showing",
    position: currentTime,
  };
}
