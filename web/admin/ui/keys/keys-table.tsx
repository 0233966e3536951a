import { Kbd, Title } from "@mantine/core";
import { type KeyGroup, keyGroups, keyNames } from "./keys.ts";
import classes from "./keys-table.module.css";

/** A table of keys by group, for the page 'Aide' and the dialog that '?' opens. */
export function KeysTable({ groups = keyGroups }: { groups?: readonly KeyGroup[] }) {
  return (
    <div className={classes.groups}>
      {groups.map((group) => (
        <Group key={group.title} {...group} />
      ))}
    </div>
  );
}

function Group({ title, keys }: KeyGroup) {
  return (
    <section>
      <Title order={3} size="h5" mb={6}>
        {title}
      </Title>
      <dl className={classes.keys}>
        {Object.entries(keys).map(([name, key]) => (
          <div key={name}>
            <dt>
              <Kbd>{keyNames(key)}</Kbd>
            </dt>
            <dd>{key.does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
