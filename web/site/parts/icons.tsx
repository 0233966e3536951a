import type { ReactNode } from "react";

/** A decorative icon on a 24-unit grid. The text or label around it states its meaning. */
function Icon({ children, filled = false }: { children: ReactNode; filled?: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="24"
      height="24"
      aria-hidden="true"
      focusable="false"
      fill={filled ? "currentColor" : "none"}
      stroke={filled ? "none" : "currentColor"}
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  );
}

export const InstagramIcon = () => (
  <Icon>
    <rect x="3.5" y="3.5" width="17" height="17" rx="4.5" />
    <circle cx="12" cy="12" r="4" />
    <path d="M16.8 7.2h.01" strokeWidth="2.2" />
  </Icon>
);

export const TikTokIcon = () => (
  <Icon>
    <path d="M13.5 3.5v11.2a3.9 3.9 0 1 1-3.4-3.9M13.5 3.5c.3 3 2.3 5 5.4 5.2" />
  </Icon>
);

export const ChatIcon = () => (
  <Icon>
    <path d="M4 5h16v11h-8.5L7 20v-4H4zM8.5 10.5h.01M12 10.5h.01M15.5 10.5h.01" />
  </Icon>
);

export const ArrowIcon = ({ direction }: { direction: "down" | "up" | "right" | "left" }) => (
  <Icon>
    <path d={arrows[direction]} />
  </Icon>
);

const arrows = {
  down: "M12 4v16M6 14l6 6 6-6",
  up: "M12 20V4M6 10l6-6 6 6",
  right: "M4 12h16M14 6l6 6-6 6",
  left: "M20 12H4M10 6l-6 6 6 6",
};

export const CloseIcon = () => (
  <Icon>
    <path d="M5 5l14 14M19 5L5 19" />
  </Icon>
);

export const PlayIcon = () => (
  <Icon filled>
    <path d="M7 4.5v15l13-7.5z" />
  </Icon>
);

export const PauseIcon = () => (
  <Icon filled>
    <path d="M6 4.5h4v15H6zM14 4.5h4v15h-4z" />
  </Icon>
);

export const SoundIcon = ({ muted }: { muted: boolean }) => (
  <Icon>
    <path d="M4 9.5v5h3.5L12 19V5L7.5 9.5z" />
    <path d={muted ? "M16 9.5l5 5M21 9.5l-5 5" : "M15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11"} />
  </Icon>
);

export const CaptionsIcon = () => (
  <Icon>
    <path d="M3 5.5h18v13H3zM6.5 12h3M12.5 12h5M6.5 15.5h6M15.5 15.5h2" />
  </Icon>
);

export const FullscreenIcon = () => (
  <Icon>
    <path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />
  </Icon>
);
