import { useRef } from "react";
import type { Film } from "../film/film.ts";
import { PlayIcon } from "../parts/icons.tsx";
import styles from "./player.module.css";
import { PlayerControls } from "./player-controls.tsx";
import { useCaptions } from "./use-captions.ts";
import { usePlayer } from "./use-player.ts";

/** The promo film. Nothing of it is loaded before it is played; until React is there the browser's own controls serve. */
export function Player({ film }: { film: Film }) {
  const video = useRef<HTMLVideoElement>(null);
  const frame = useRef<HTMLElement>(null);
  const player = usePlayer({ frame, video, length: film.duration });
  const { mode, waiting, controlsShown } = player.state;
  const caption = useCaptions(video, player.state.captions);

  return (
    <figure
      ref={frame}
      className={styles["player"]}
      data-mode={mode}
      data-controls={controlsShown ? "shown" : "hidden"}
      onPointerMove={player.showControls}
      onFocus={player.showControls}
      aria-label="Film de présentation"
    >
      <Poster {...film} />
      <video
        ref={video}
        className={styles["video"]}
        aria-label="Tenue, le film"
        width={film.width}
        height={film.height}
        preload="none"
        playsInline
        controls={mode === "native"}
        onClick={player.toggle}
        {...player.events}
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
      {mode === "poster" && (
        <button type="button" className={styles["overlay"]} onClick={player.toggle}>
          <PlayIcon />
          <span className="unseen">Lire le film</span>
        </button>
      )}
      <div className={styles["foot"]} id="film-foot">
        <p role="status" className={styles["line"]}>
          {waiting && <span>Le film se charge…</span>}
        </p>
        {mode === "film" && (
          <>
            <p aria-hidden="true" className={styles["line"]}>
              {caption && <span>{caption}</span>}
            </p>
            <PlayerControls
              player={player}
              onFullscreen={() => toggleFullscreen(frame.current, video.current)}
            />
          </>
        )}
        {mode === "failed" && (
          <div className={styles["bar"]}>
            <p role="alert">Le film ne peut pas être lu.</p>
            <button type="button" className={styles["again"]} onClick={player.retry}>
              Réessayer
            </button>
          </div>
        )}
      </div>
    </figure>
  );
}

/** Behind the film and lazy: a poster attribute would be fetched with the page. */
function Poster({ poster, width, height }: Film) {
  return (
    <picture className={styles["poster"]}>
      <source type="image/avif" srcSet={poster.avif} />
      <img src={poster.jpeg} alt={poster.alt} width={width} height={height} loading="lazy" decoding="async" />
    </picture>
  );
}

/** iPhones know fullscreen for the video element alone, under another name. */
type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

function toggleFullscreen(frame: HTMLElement | null, video: PhoneVideo | null): void {
  if (document.fullscreenElement) void document.exitFullscreen();
  else if (frame?.requestFullscreen) void frame.requestFullscreen();
  else video?.webkitEnterFullscreen?.();
}
