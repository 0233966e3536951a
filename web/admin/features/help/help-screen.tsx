import { CloseButton, TextInput } from "@mantine/core";
import { IconLifebuoy, IconSearch } from "@tabler/icons-react";
import { Link, useSearchParams } from "react-router";
import { limits } from "#contract/limits.ts";
import type { OpensWith } from "#web/admin/ui/ask-ahead.ts";
import { EmptyState } from "#web/admin/ui/empty-state.tsx";
import { firstStepsQuery } from "#web/admin/ui/first-run/first-steps.api.ts";
import { samplesQuery } from "#web/admin/ui/first-run/samples.api.ts";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { useSearchText } from "#web/admin/ui/use-search-text.ts";
import { formatCount } from "#web/lib/format.ts";
import classes from "./help.module.css";
import { findTopics } from "./help-topics.ts";
import { TopicSection } from "./topic-section.tsx";

export const opensWith: OpensWith = ({ ask }, { isSuperAdmin, preferences }) => {
  if (isSuperAdmin) ask(samplesQuery);
  if (isSuperAdmin && preferences.firstStepsLeft) ask(firstStepsQuery);
};

export default function HelpScreen() {
  const [params, setParams] = useSearchParams();
  const search = params.get("search") ?? "";
  const topics = findTopics(search);
  return (
    <>
      <ScreenHeader title="Aide">
        Les écrans, les touches, ce que veut dire chaque état, l’e-mail et la loi.
      </ScreenHeader>
      <div className={classes.tools}>
        <HelpSearch
          value={search}
          onSearch={(next) => setParams(next.trim() ? { search: next } : {}, { replace: true })}
        />
        <p role="status" className={classes.status}>
          {search && formatCount(topics.length, "sujet")}
        </p>
      </div>
      <div className={classes.page}>
        <nav aria-label="Sujets de l’aide" className={classes.contents}>
          <ul>
            {topics.map(({ id, title }) => (
              <li key={id}>
                <Link to={{ search: params.toString(), hash: id }}>{title}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={classes.topics}>
          {topics.map((topic) => (
            <TopicSection key={topic.id} topic={topic} />
          ))}
          {topics.length === 0 && (
            <EmptyState icon={IconLifebuoy} title="Aucun sujet ne correspond">
              Essayez un autre mot.
            </EmptyState>
          )}
        </div>
      </div>
    </>
  );
}

function HelpSearch({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const { text, edit, clear } = useSearchText(value, onSearch);
  return (
    <TextInput
      type="search"
      role="searchbox"
      aria-label="Rechercher dans l’aide"
      placeholder="Un mot, un état, une règle…"
      w={{ base: "100%", sm: 320 }}
      maxLength={limits.searchMax}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={text && <CloseButton aria-label="Effacer la recherche" size="sm" onClick={clear} />}
      value={text}
      onChange={({ currentTarget }) => edit(currentTarget.value)}
    />
  );
}
