import { Text, Title } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import { brand } from "#contract/brand.ts";
import { useRouteAnnouncement } from "#web/admin/ui/focus.ts";
import { ThemeSwitch } from "#web/admin/ui/theme-switch.tsx";
import classes from "./sign-in.module.css";

type SignInPageProps = { title: string; subtitle?: string; children: ReactNode };

/** The look of every screen that is reached without a session. */
export function SignInPage({ title, subtitle, children }: SignInPageProps) {
  const main = useRef<HTMLElement>(null);
  useRouteAnnouncement(main);
  return (
    <div className={classes.page}>
      <header className={classes.cover}>
        <span className={classes.wordmark}>{brand.name}</span>
        <Hanger className={classes.hanger ?? ""} />
      </header>
      <main ref={main} tabIndex={-1} className={classes.main}>
        <div className={classes.themeSwitch}>
          <ThemeSwitch />
        </div>
        <div className={classes.panel}>
          <Title order={1}>{title}</Title>
          {subtitle && <Text c="dimmed">{subtitle}</Text>}
          {children}
        </div>
      </main>
    </div>
  );
}

/** A dress on a hanger, cut from three papers. */
function Hanger({ className }: { className: string }) {
  return (
    <svg className={className} viewBox="0 0 320 460" aria-hidden="true">
      <path
        d="M160 92c0-14 22-14 22-32a22 22 0 1 0-44 0"
        fill="none"
        stroke="var(--cover-line)"
        strokeWidth="7"
        strokeLinecap="round"
      />
      <path
        d="M160 92 46 150h228Z"
        fill="none"
        stroke="var(--cover-line)"
        strokeWidth="7"
        strokeLinejoin="round"
      />
      <path d="M104 128c18 26 38 32 56 32s38-6 56-32l34 20-30 92H100L70 148Z" fill="#cd3010" />
      <path d="M100 240h120l64 196c-44 14-82 20-124 20S80 450 36 436Z" fill="#9c2610" />
      <path d="M160 240h60l64 196c-22 7-42 12-62 15Z" fill="#cd3010" />
      <path d="M98 226h124l6 24H92Z" fill="#dda63f" />
    </svg>
  );
}
