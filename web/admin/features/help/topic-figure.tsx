import { useComputedColorScheme } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import classes from "./help.module.css";
import sizes from "./pictures/sizes.json";
import type { HelpPicture } from "./topics/topic.ts";

type Props = { title: string; picture: HelpPicture };

const addresses = import.meta.glob<string>("./pictures/*.webp", {
  eager: true,
  query: "?url&no-inline",
  import: "default",
});

/** A topic's picture in the theme in force, as wide as the screen; it opens whole, where it can be enlarged. */
export function TopicFigure({ title, picture: { name, alt, caption } }: Props) {
  const theme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const isNarrow = useMediaQuery("(max-width: 40em)", undefined, { getInitialValueInEffect: false });
  const width = isNarrow ? "narrow" : "wide";
  const address = addresses[`./pictures/${name}-${width}-${theme}.webp`];
  return (
    <figure className={classes.figure}>
      <a href={address} target="_blank" rel="noopener" aria-label={`Agrandir : ${title}`}>
        {/* `loading` first: a browser may begin as soon as it knows the address. */}
        <img loading="lazy" decoding="async" {...sizes[name][width]} alt={alt} src={address} />
      </a>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}
