/** What an app or a key may do, and in which workspaces. */
import { Checkbox, Radio, Stack } from '@mantine/core';
import type { Field } from '../../base/form/index.ts';
import type { ConfirmSetting } from './confirm-choice.tsx';
import { type Scope, SCOPES, scopeWords } from './scopes.ts';
import { t } from '../../base/language/text.ts';

type Reach = {
  scopes: Scope[];
  /** Slugs of the only workspaces; null means all, also later ones. */
  workspaces: string[] | null;
};

/** The values of a form for a key or an app. */
export type ReachValues = Reach & { confirm: ConfirmSetting };

/** What a new key starts with: reading and drafts in this workspace, and a person allows what its agent does. More is chosen. */
export const leastReach = (slug: string): ReachValues => ({
  scopes: ['read', 'draft'],
  workspaces: [slug],
  confirm: 'person',
});

/** The limits of a new key as the request has them: only those that are set. */
export const heldTo = ({ scopes, workspaces }: Reach) => ({
  ...(scopes.length < SCOPES.length && { scopes }),
  ...(workspaces !== null && { workspaces }),
});

/** Whether nothing at all could be done with it. */
export const isEmptyReach = ({ scopes, workspaces }: Reach): boolean =>
  scopes.length === 0 || workspaces?.length === 0;

/**
 * @param props.scopes those that may be chosen; workspaces: those of the person
 * @param props.field gives the form's fields, by the names of `Reach`
 */
export function ReachChoice({
  scopes,
  workspaces,
  field,
}: {
  scopes: readonly Scope[];
  workspaces: readonly { slug: string; name: string }[];
  field: <Name extends keyof Reach>(name: Name) => Field<Reach[Name]>;
}) {
  return (
    <>
      <Checkbox.Group label={t('It may')} errorProps={{ mt: 6 }} {...field('scopes')}>
        <Stack gap="xs" mt="xs">
          {scopes.map((scope) => (
            <Checkbox key={scope} value={scope} {...scopeWords(scope)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <WorkspaceChoice workspaces={workspaces} field={field('workspaces')} />
    </>
  );
}

function WorkspaceChoice({
  workspaces,
  field: { value = null, onChange, ...field },
}: {
  workspaces: readonly { slug: string; name: string }[];
  field: Field<Reach['workspaces']>;
}) {
  return (
    <>
      <Radio.Group
        label={t('In')}
        errorProps={{ mt: 6 }}
        {...field}
        value={value === null ? 'all' : 'some'}
        onChange={(chosen) => onChange(chosen === 'some' ? [] : null)}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="all" label={t('All of my workspaces, also later ones')} />
          <Radio value="some" label={t('Only these')} disabled={workspaces.length === 0} />
        </Stack>
      </Radio.Group>
      {value !== null && (
        <Checkbox.Group aria-label={t('Workspaces')} value={value} onChange={onChange}>
          <Stack gap="xs" ps="xl">
            {workspaces.map(({ slug, name }) => (
              <Checkbox key={slug} value={slug} label={name} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </>
  );
}
