import { useComputedColorScheme } from "@mantine/core";
import classes from "./help.module.css";
import sizes from "./pictures/sizes.json";
import type { HelpPicture } from "./topics/topic.ts";

const addresses = import.meta.glob<string>("./pictures/*.webp", {
  eager: true,
  query: "?url&no-inline",
  import: "default",
});

/** A topic's picture in the theme in force. */
export function TopicFigure({ picture: { name, alt, caption } }: { picture: HelpPicture }) {
  const theme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  return (
    <figure className={classes.figure}>
      {/* `loading` first: a browser may begin as soon as it knows the address. */}
      <img
        loading="lazy"
        decoding="async"
        {...sizes[name]}
        alt={alt}
        src={addresses[`./pictures/${name}-${theme}.webp`]}
      />
      <figcaption>{caption}</figcaption>
    </figure>
  );
}
