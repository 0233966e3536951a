import { Autocomplete, Button, Code, Group, NativeSelect, Paper, Text, Title } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useId, useState } from "react";
import { limits } from "#contract/limits.ts";
import { signUpPath } from "#contract/signup-path.ts";
import type { SourceRow } from "#contract/sources.schema.ts";
import { normaliseSource, sourceQuery } from "#contract/sources.ts";
import { CopyTextButton } from "#web/admin/ui/buttons.tsx";
import { QrCode, qrCodeFile } from "#web/admin/ui/qr-code.tsx";
import { savePicture } from "#web/admin/ui/save-picture.ts";
import shared from "../stats.module.css";
import classes from "./sources.module.css";

const pages = [
  { value: "/", label: "Page d’accueil" },
  { value: signUpPath("user"), label: "Formulaire des utilisateurs" },
  { value: signUpPath("brand"), label: "Formulaire des marques" },
];
const proposals = {
  source: ["instagram", "tiktok", "facebook", "pinterest", "linkedin", "newsletter", "affiche"],
  medium: ["story", "bio", "post", "email", "qr", "influence"],
};
/** The side of the PNG, in pixels: large enough for a sharp poster. */
const pictureSide = 1_024;

type Props = { known: readonly SourceRow[] };

/** Makes an address whose visits are counted under the given source, as a link and as a QR code. */
export function LinkMaker({ known }: Props) {
  const titleId = useId();
  const [page, setPage] = useState("/");
  const [typed, setTyped] = useState({ source: "", medium: "", campaign: "" });
  const named = {
    source: normaliseSource(typed.source),
    medium: normaliseSource(typed.medium),
    campaign: normaliseSource(typed.campaign),
  };
  const address = `${location.origin}${page}${page.includes("?") ? "&" : "?"}${sourceQuery(named)}`;
  const isRefused = (name: keyof typeof typed) => typed[name].trim() !== "" && named[name] === "";
  const canMake = named.source !== "" && !isRefused("medium") && !isRefused("campaign");
  const field = (name: keyof typeof typed, refusal: string) => ({
    value: typed[name],
    maxLength: limits.sourceMax,
    error: isRefused(name) && refusal,
    onChange: (value: string) => setTyped((before) => ({ ...before, [name]: value })),
  });
  return (
    <Paper component="section" withBorder className={shared.panel ?? ""} aria-labelledby={titleId}>
      <Title order={2} size="h3" id={titleId}>
        Faire un lien
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Ses visites et ses inscriptions seront comptées sous la source que vous nommez ici. Sans nom de
        personne ni adresse : le lien est public.
      </Text>
      <div className={classes.maker}>
        <div className={classes.fields}>
          <NativeSelect
            label="Page"
            data={pages}
            value={page}
            onChange={(event) => setPage(event.currentTarget.value)}
          />
          <Autocomplete
            label="Source"
            description="Le site, l’application ou l’endroit"
            data={proposed(proposals.source, known, "source")}
            {...field("source", "Sans arobase : un nom de site ou de lieu")}
          />
          <Autocomplete
            label="Support"
            description="Facultatif : story, affiche, e-mail…"
            data={proposed(proposals.medium, known, "medium")}
            {...field("medium", "Sans arobase : un nom de support")}
          />
          <Autocomplete
            label="Campagne"
            description="Facultatif"
            data={proposed([], known, "campaign")}
            {...field("campaign", "Sans arobase : un nom de campagne")}
          />
        </div>
        {!canMake ? (
          <Text c="dimmed">
            {named.source === "" ? "Nommez la source" : "Corrigez le champ signalé"}
            &nbsp;: le lien et son code QR apparaîtront ici.
          </Text>
        ) : (
          <div className={classes.made}>
            <Code block className={classes.address ?? ""}>
              {address}
            </Code>
            <Group gap="xs">
              <CopyTextButton text={address} label="Copier le lien" copiedLabel="Lien copié" />
              {(["svg", "png"] as const).map((type) => (
                <Button
                  key={type}
                  variant="default"
                  leftSection={<IconDownload size={16} aria-hidden />}
                  onClick={() =>
                    void savePicture(qrCodeFile(address, pictureSide), { name: "code-qr", type })
                  }
                >
                  Code QR en {type.toUpperCase()}
                </Button>
              ))}
            </Group>
            <QrCode text={address} label="Code QR du lien" />
          </div>
        )}
      </div>
    </Paper>
  );
}

/** The values to propose: the usual ones, and those of recorded visits. */
function proposed(
  usual: readonly string[],
  known: readonly SourceRow[],
  field: "source" | "medium" | "campaign",
): string[] {
  return [...new Set([...usual, ...known.map((row) => row[field] ?? "")])].filter(Boolean).slice(0, 50);
}
