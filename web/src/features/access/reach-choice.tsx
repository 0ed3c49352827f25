/** What an app or a key may do, and in which workspaces. */
import { Checkbox, Radio, Stack } from '@mantine/core';
import { type Scope, SCOPES, scopeWords } from './scopes.ts';

export interface Reach {
  scopes: Scope[];
  /** Slugs of the only workspaces; null means all, also later ones. */
  workspaces: string[] | null;
}

export const EVERYTHING: Reach = { scopes: SCOPES, workspaces: null };

/** What the service is told of a new key's reach: nothing of what is not held. */
export const heldTo = ({ scopes, workspaces }: Reach) => ({
  ...(scopes.length < SCOPES.length && { scopes }),
  ...(workspaces !== null && { workspaces }),
});

/** Whether nothing at all could be done with it. */
export const isEmptyReach = ({ scopes, workspaces }: Reach): boolean =>
  scopes.length === 0 || workspaces?.length === 0;

/** @param props.scopes those that may be chosen; workspaces: those of the person */
export function ReachChoice({
  scopes,
  workspaces,
  value,
  onChange,
}: {
  scopes: readonly Scope[];
  workspaces: readonly { slug: string; name: string }[];
  value: Reach;
  onChange: (value: Reach) => void;
}) {
  return (
    <>
      <Checkbox.Group
        label="It may"
        value={value.scopes}
        onChange={(chosen) => onChange({ ...value, scopes: chosen })}
      >
        <Stack gap="xs" mt="xs">
          {scopes.map((scope) => (
            <Checkbox key={scope} value={scope} {...scopeWords(scope)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Radio.Group
        label="In"
        value={value.workspaces === null ? 'all' : 'some'}
        onChange={(chosen) => onChange({ ...value, workspaces: chosen === 'some' ? [] : null })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="all" label="All of my workspaces, also later ones" />
          <Radio value="some" label="Only these" disabled={workspaces.length === 0} />
        </Stack>
      </Radio.Group>
      {value.workspaces !== null && (
        <Checkbox.Group
          aria-label="Workspaces"
          value={value.workspaces}
          onChange={(chosen) => onChange({ ...value, workspaces: chosen })}
        >
          <Stack gap="xs" pl="xl">
            {workspaces.map(({ slug, name }) => (
              <Checkbox key={slug} value={slug} label={name} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </>
  );
}
