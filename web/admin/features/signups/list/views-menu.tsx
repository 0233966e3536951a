import { Anchor, Button, Group, Popover, Stack, Text, TextInput } from "@mantine/core";
import { IconBookmark, IconTrash } from "@tabler/icons-react";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Link, useLocation } from "react-router";
import type { Audience } from "#contract/audience.ts";
import { limits } from "#contract/limits.ts";
import type { SavedView, SaveView } from "#contract/saved-views.schema.ts";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { api, unwrap } from "#web/lib/api.ts";

/** A menu of views. A view stores filters, order and columns under a name, and is a link that can be shared. */
export function ViewsMenu({ audience }: { audience: Audience }) {
  const [open, setOpen] = useState(false);
  const views = useQuery({ ...viewsQuery(audience), enabled: open });
  const items = views.data?.items ?? [];
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-start" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconBookmark size={14} aria-hidden />}
          onClick={() => setOpen(!open)}
        >
          Vues
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Vues enregistrées">
        <Stack gap="sm" w={260}>
          <ErrorAlert error={views.error} />
          {views.isSuccess && items.length === 0 && (
            <Text size="sm">Aucune vue : réglez la liste, puis donnez un nom à ce qu’elle montre.</Text>
          )}
          {items.length > 0 && <ViewList audience={audience} items={items} onGo={() => setOpen(false)} />}
          <SaveViewForm audience={audience} names={items.map(({ name }) => name)} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

type ListProps = { audience: Audience; items: SavedView[]; onGo: () => void };

function ViewList({ audience, items, onGo }: ListProps) {
  const remove = useDeleteView(audience);
  return (
    <>
      {items.map(({ id, name, query }) => (
        <Group key={id} justify="space-between" wrap="nowrap" gap="xs">
          <Anchor component={Link} to={{ search: query }} onClick={onGo} size="sm">
            <bdi>{name}</bdi>
          </Anchor>
          <SavingButton
            variant="subtle"
            color="gray"
            size="compact-sm"
            aria-label={`Supprimer la vue ${name}`}
            loading={remove.isPending && remove.variables === id}
            onClick={() => remove.mutate(id)}
          >
            <IconTrash size={16} aria-hidden />
          </SavingButton>
        </Group>
      ))}
      <ErrorAlert error={remove.error} onClose={remove.reset} />
    </>
  );
}

function SaveViewForm({ audience, names }: { audience: Audience; names: string[] }) {
  const { search } = useLocation();
  const save = useSaveView(audience);
  const [name, setName] = useState("");
  const replaces = names.some((other) => other.toLowerCase() === name.trim().toLowerCase());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ name, query: viewQueryOf(search) }, { onSuccess: () => setName("") });
  };
  return (
    <form onSubmit={submit}>
      <TextInput
        data-autofocus
        size="xs"
        label="Enregistrer ce qui est affiché"
        placeholder="Nom de la vue"
        required
        maxLength={limits.viewNameMax}
        description={replaces ? "Remplace la vue de ce nom." : undefined}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Group justify="space-between" mt="xs">
        <Text size="xs" c="dimmed" role="status">
          {save.isSuccess && name === "" ? "Vue enregistrée" : ""}
        </Text>
        <SavingButton type="submit" size="xs" loading={save.isPending}>
          Enregistrer
        </SavingButton>
      </Group>
      <ErrorAlert error={save.error} />
    </form>
  );
}

/** The parameters of a view: all except the page, whose content changes, and the opened sign-up. */
export function viewQueryOf(search: string): string {
  const query = new URLSearchParams(search);
  query.delete("page");
  query.delete("signup");
  return query.toString();
}

const views = api.api.admin.views[":audience"];

function viewsQuery(audience: Audience) {
  return queryOptions({
    queryKey: ["views", audience],
    queryFn: () => unwrap(views.$get({ param: { audience } })),
  });
}

function useSaveView(audience: Audience) {
  const onSettled = useRefreshViews(audience);
  return useMutation({
    mutationFn: (json: SaveView) => unwrap(views.$post({ param: { audience }, json })),
    onSettled,
  });
}

function useDeleteView(audience: Audience) {
  const onSettled = useRefreshViews(audience);
  return useMutation({
    mutationFn: (id: string) => unwrap(views[":id"].$delete({ param: { audience, id } })),
    onSettled,
  });
}

function useRefreshViews(audience: Audience) {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: viewsQuery(audience).queryKey });
}
