import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { limits } from "#contract/limits.ts";

export type PlayerState = {
  /** False before the first play and after the end: the overlay button lies over the poster. */
  started: boolean;
  playing: boolean;
  muted: boolean;
  /** Seconds. */
  position: number;
  duration: number;
  controlsShown: boolean;
};

const atRest: PlayerState = {
  started: false,
  playing: false,
  muted: false,
  position: 0,
  duration: 0,
  controlsShown: true,
};

/**
 * What the film is doing, read from the media element itself, and what the controls do with it.
 * @param length the film's seconds, until the file itself has told them
 */
export function usePlayer(video: RefObject<HTMLVideoElement | null>, length: number) {
  const [state, setState] = useState<PlayerState>({ ...atRest, duration: length });
  const hovered = useRef(false);
  const hiding = useRef<ReturnType<typeof setTimeout>>(undefined);
  const change = useCallback((part: Partial<PlayerState>) => setState((now) => ({ ...now, ...part })), []);

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
      if (!element) return;
      if (element.paused) element.play().catch(() => change({ playing: false }));
      else element.pause();
    },
    toggleSound() {
      if (video.current) video.current.muted = !video.current.muted;
    },
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
        if (!state.started) showCaptions(video.current);
        change({ started: true, playing: true, controlsShown: true });
        hideLater();
      },
      onPause: () => change({ playing: false, controlsShown: true }),
      onEnded() {
        if (video.current) video.current.currentTime = 0;
        change({ started: false, playing: false, position: 0, controlsShown: true });
      },
      onVolumeChange: () => change({ muted: video.current?.muted ?? false }),
      onLoadedMetadata: () => change({ duration: video.current?.duration ?? length }),
    },
  };
}

/** Asked for with the film, not with the page, as a `default` track would be. Who switches them off afterwards is obeyed. */
function showCaptions(video: HTMLVideoElement | null): void {
  const captions = video?.textTracks[0];
  if (captions) captions.mode = "showing";
}
