import { useEffect, useRef, useState } from "react";
import type { Film } from "../film/film.ts";
import { FullscreenIcon, PauseIcon, PlayIcon, SoundIcon } from "../parts/icons.tsx";
import styles from "./player.module.css";
import { SeekBar } from "./seek-bar.tsx";
import { usePlayer } from "./use-player.ts";

/** The promo film. Nothing of it is loaded before it is played; without JavaScript the browser's own controls serve. */
export function Player({ film }: { film: Film }) {
  const video = useRef<HTMLVideoElement>(null);
  const frame = useRef<HTMLElement>(null);
  const [ready, setReady] = useState(false);
  const { state, seek, toggle, toggleSound, showControls, hover, events } = usePlayer(video, film.duration);
  const pause = useRef<HTMLButtonElement>(null);
  useEffect(() => setReady(true), []);

  // The overlay goes when the film starts; who pressed it finds the focus on the button that stops the film.
  useEffect(() => {
    if (state.started && document.activeElement === document.body)
      pause.current?.focus({ preventScroll: true });
  }, [state.started]);

  return (
    <figure
      ref={frame}
      className={styles["player"]}
      data-started={state.started}
      data-controls={state.controlsShown ? "shown" : "hidden"}
      onPointerMove={showControls}
      onFocus={showControls}
      aria-label="Film de présentation"
    >
      {/* Behind the film and lazy: a poster attribute would be fetched with the page. */}
      <picture className={styles["poster"]}>
        <source type="image/avif" srcSet={film.poster.avif} />
        <img
          src={film.poster.jpeg}
          alt={film.poster.alt}
          width={film.width}
          height={film.height}
          loading="lazy"
          decoding="async"
        />
      </picture>
      <video
        ref={video}
        className={styles["video"]}
        width={film.width}
        height={film.height}
        preload="none"
        playsInline
        controls={!ready}
        tabIndex={state.started ? 0 : -1}
        onClick={toggle}
        onKeyDown={(event) => {
          if (event.key !== " " && event.key !== "Enter") return;
          event.preventDefault();
          toggle();
        }}
        {...events}
      >
        {film.sources.map(({ url, type }) => (
          <source key={type} src={url} type={type} />
        ))}
        <track
          kind="captions"
          src={film.captions.url}
          srcLang={film.captions.language}
          label={film.captions.label}
        />
      </video>
      {!state.started && (
        <button type="button" className={styles["overlay"]} data-scripted="" data-late="" onClick={toggle}>
          <PlayIcon />
          <span className="unseen">Lire le film</span>
        </button>
      )}
      {ready && state.started && (
        <div
          className={styles["controls"]}
          onPointerEnter={() => hover(true)}
          onPointerLeave={() => hover(false)}
        >
          <button ref={pause} type="button" onClick={toggle} aria-label={state.playing ? "Pause" : "Lecture"}>
            {state.playing ? <PauseIcon /> : <PlayIcon />}
          </button>
          <SeekBar position={state.position} duration={state.duration} onSeek={seek} />
          <button type="button" onClick={toggleSound} aria-label="Couper le son" aria-pressed={state.muted}>
            <SoundIcon muted={state.muted} />
          </button>
          <button
            type="button"
            onClick={() => toggleFullscreen(frame.current, video.current)}
            aria-label="Plein écran"
          >
            <FullscreenIcon />
          </button>
        </div>
      )}
    </figure>
  );
}

/** iPhones know fullscreen for the video element alone, under a name of their own. */
type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

function toggleFullscreen(frame: HTMLElement | null, video: PhoneVideo | null): void {
  if (document.fullscreenElement) void document.exitFullscreen();
  else if (frame?.requestFullscreen) void frame.requestFullscreen();
  else video?.webkitEnterFullscreen?.();
}
