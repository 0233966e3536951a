import { ActionIcon, Button, Group, Popover, Stack, Text, UnstyledButton } from "@mantine/core";
import { IconMail, IconPencil, IconTrash, IconUsersGroup, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useRef, useState } from "react";
import { Link } from "react-router";
import { type Audience, addresses } from "#contract/audience.ts";
import type { SavedSegment } from "#contract/segments.schema.ts";
import { ConfirmDialog } from "#web/admin/ui/admin-dialog.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import { segmentsQuery } from "#web/admin/ui/segments.api.ts";
import { useDeleteSegment } from "./segments.api.ts";

const SegmentDialog = lazy(() => import("./segment-dialog.tsx"));

type Props = { audience: Audience; value: string; onChange: (segment: string) => void };

/** A menu that filters the list by a segment and opens the form of segments. */
export function SegmentsMenu({ audience, value, onChange }: Props) {
  const target = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [edited, setEdited] = useState<SavedSegment | "new" | null>(null);
  const [deleted, setDeleted] = useState<SavedSegment | null>(null);
  const segments = useQuery({ ...segmentsQuery, enabled: open || value !== "" });
  const items = (segments.data?.items ?? []).filter((segment) => addresses(segment.audience, audience));
  const chosen = items.find(({ id }) => id === value);
  const choose = (segment: string) => {
    setOpen(false);
    onChange(segment);
  };
  /** Focuses the button first, so that the next dialog returns the focus to the button and not to the closed menu. */
  const close = () => {
    target.current?.focus();
    setOpen(false);
  };
  const edit = (segment: SavedSegment | "new") => {
    close();
    setEdited(segment);
  };
  const askToDelete = (segment: SavedSegment) => {
    close();
    setDeleted(segment);
  };
  return (
    <>
      <Popover opened={open} onChange={setOpen} position="bottom-start" trapFocus returnFocus shadow="md">
        <Popover.Target>
          <Button
            ref={target}
            variant={value === "" ? "default" : "light"}
            size="xs"
            leftSection={<IconUsersGroup size={14} aria-hidden />}
            onClick={() => setOpen(!open)}
          >
            {value === ""
              ? "Segments"
              : `Segment\u00a0: ${chosen?.name ?? (segments.isSuccess ? "supprimé" : "…")}`}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Segments">
          <Stack gap="sm" w={300}>
            <ErrorAlert error={segments.error} />
            {segments.isSuccess && items.length === 0 && (
              <Text size="sm">Aucun segment : décrivez des personnes par leurs réponses ou leur statut.</Text>
            )}
            {items.map((segment) => (
              <SegmentRow
                key={segment.id}
                segment={segment}
                onChoose={choose}
                onEdit={edit}
                onDelete={askToDelete}
              />
            ))}
            <Button size="xs" variant="default" onClick={() => edit("new")}>
              Nouveau segment
            </Button>
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {value !== "" && (
        <ActionIcon variant="subtle" color="gray" aria-label="Retirer le segment" onClick={() => choose("")}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
      {edited && (
        <Suspense fallback={null}>
          <SegmentDialog
            audience={audience}
            segment={edited === "new" ? null : edited}
            onClose={() => setEdited(null)}
            onSaved={({ id }) => {
              setEdited(null);
              onChange(id);
            }}
          />
        </Suspense>
      )}
      {deleted && (
        <DeleteDialog
          segment={deleted}
          onClose={() => setDeleted(null)}
          onDeleted={() => {
            setDeleted(null);
            if (deleted.id === value) onChange("");
          }}
        />
      )}
    </>
  );
}

type RowProps = {
  segment: SavedSegment;
  onChoose: (id: string) => void;
  onEdit: (segment: SavedSegment) => void;
  onDelete: (segment: SavedSegment) => void;
};

function SegmentRow({ segment, onChoose, onEdit, onDelete }: RowProps) {
  const { id, name, sentence, missing } = segment;
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs" align="flex-start">
      <UnstyledButton onClick={() => onChoose(id)}>
        <Text size="sm" fw={600}>
          <bdi>{name}</bdi>
        </Text>
        <Text size="xs" c={missing ? "var(--mantine-color-error)" : "dimmed"}>
          {missing ?? sentence}
        </Text>
      </UnstyledButton>
      <Group wrap="nowrap" gap={2}>
        <ActionIcon
          component={Link}
          to={`${screenAddress("email-sender")}/new?segment=${id}`}
          variant="subtle"
          color="gray"
          aria-label={`Écrire au segment ${name}`}
        >
          <IconMail size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Modifier le segment ${name}`}
          onClick={() => onEdit(segment)}
        >
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Supprimer le segment ${name}`}
          onClick={() => onDelete(segment)}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </Group>
  );
}

type DeleteProps = { segment: SavedSegment; onClose: () => void; onDeleted: () => void };

function DeleteDialog({ segment: { id, name }, onClose, onDeleted }: DeleteProps) {
  const remove = useDeleteSegment();
  return (
    <ConfirmDialog
      title="Supprimer ce segment ?"
      about={name}
      open
      onClose={onClose}
      confirm="Supprimer"
      danger
      pending={remove.isPending}
      onConfirm={() => remove.mutate(id, { onSuccess: onDeleted })}
    >
      <Text>Les inscriptions restent. On ne peut pas revenir en arrière.</Text>
      <ErrorAlert error={remove.error} />
    </ConfirmDialog>
  );
}
