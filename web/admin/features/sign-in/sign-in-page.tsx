import { Button, Group, Text, TextInput, Title } from "@mantine/core";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { brand } from "#contract/brand.ts";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { useRouteAnnouncement } from "#web/admin/ui/focus.ts";
import { SkipLink } from "#web/admin/ui/skip-link.tsx";
import { ThemeSwitch } from "#web/admin/ui/theme-switch.tsx";
import { ApiFailure } from "#web/lib/api.ts";
import { type SecondFactor, useVerifyCode } from "./sign-in.api.ts";
import classes from "./sign-in.module.css";

type SignInPageProps = { title: ReactNode; subtitle?: ReactNode; children: ReactNode };

/** The layout of all screens that need no session. */
export function SignInPage({ title, subtitle, children }: SignInPageProps) {
  const main = useRef<HTMLElement>(null);
  useRouteAnnouncement(main);
  return (
    <div className={classes.page}>
      <SkipLink />
      <header className={classes.cover}>
        <span className={classes.wordmark}>{brand.name}</span>
        <Hanger className={classes.hanger ?? ""} />
      </header>
      <main id="contenu" ref={main} tabIndex={-1} className={classes.main}>
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

/** A decorative drawing: a dress on a hanger, in three layers. */
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

/** Reads a value from the address's fragment (`#code=…`), which the browser never sends to a server. */
export function readFragment(hash: string, name: string): string {
  return new URLSearchParams(hash.replace(/^#/, "")).get(name) ?? "";
}

/** Keeps a value from the address's fragment and removes it from the address and the history. */
export function useUrlFragment(name: string): string {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [taken, setTaken] = useState(() => readFragment(hash, name));
  const present = readFragment(hash, name);
  useEffect(() => {
    if (present === "") return;
    setTaken(present);
    void navigate({ pathname, search }, { replace: true });
  }, [present, pathname, search, navigate]);
  return taken;
}

/** The server's error messages by field, which a form shows beside its inputs. */
export function fieldErrors(error: unknown): Record<string, string> {
  return error instanceof ApiFailure ? error.fields : {};
}

type Props = { onEntered: () => void; onBack: (reason: Error | null) => void };

const factors = {
  app: {
    label: "Code de vérification",
    hint: "Les six chiffres de votre application d’authentification.",
    other: "Utiliser un code de récupération",
    inputMode: "numeric",
  },
  recovery: {
    label: "Code de récupération",
    hint: "L’un des codes gardés à l’activation ; il ne sert qu’une fois.",
    other: "Utiliser l’application d’authentification",
    inputMode: "text",
  },
} as const;

/** The second step of a sign-in with two factors. */
export function CodeForm({ onEntered, onBack }: Props) {
  const [factor, setFactor] = useState<SecondFactor>("app");
  const [code, setCode] = useState("");
  const verify = useVerifyCode();
  const texts = factors[factor];

  const submit = (event: FormEvent) => {
    event.preventDefault();
    verify.mutate(
      { code: code.trim(), factor },
      {
        onSuccess: onEntered,
        onError: (error) => {
          if (error instanceof ApiFailure && error.status === 409) onBack(error);
        },
      },
    );
  };
  const switchFactor = () => {
    setFactor(factor === "app" ? "recovery" : "app");
    setCode("");
    verify.reset();
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Text>{texts.hint}</Text>
      <ErrorAlert error={verify.error} />
      <TextInput
        key={factor}
        label={texts.label}
        autoComplete="one-time-code"
        inputMode={texts.inputMode}
        autoFocus
        required
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
      <SavingButton type="submit" size="md" loading={verify.isPending} disabled={code.trim() === ""}>
        Vérifier
      </SavingButton>
      <Group justify="space-between">
        <Button variant="subtle" size="compact-sm" onClick={() => onBack(null)}>
          Retour
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={switchFactor}>
          {texts.other}
        </Button>
      </Group>
    </form>
  );
}
