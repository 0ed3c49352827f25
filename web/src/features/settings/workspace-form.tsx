/** Settings → Workspace: its name, the slug of its address, and its time zone, with what becomes of planned posts. */
import { Radio, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type Workspace } from '../../base/api.ts';
import { Form, FormFault, Submit, useApiForm } from '../../base/form/index.ts';
import { LIMITS } from '../../base/limits.ts';
import { inZone, zones } from '../../base/parts/times.ts';
import { useSessionChanged, useWorkspace } from '../../base/session.ts';
import { t } from '../../base/language/text.ts';

const DAYS = 45;
const DAY_MS = 86_400_000;

export function WorkspaceForm() {
  const workspace = useWorkspace();
  const sessionChanged = useSessionChanged();
  const [moves, setMoves] = useState(false);
  const { slug, name, timezone } = workspace;
  const form = useApiForm({
    name: 'workspace',
    initialValues: { name, slug, timezone },
    send: (values) =>
      call('updateWorkspace', {
        workspace: slug,
        name: values.name,
        slug: values.slug,
        ...(values.timezone !== timezone && { timezone: values.timezone, moveScheduled: moves }),
      }),
    onSent: async ({ moved, kept }) => {
      notifications.show({ message: t('Saved.{moved}', { moved: movedWords(moved, kept) }) });
      // the address of this page follows the slug
      await sessionChanged();
    },
  });
  const chosen = form.values.timezone;
  return (
    <Form of={form} label={t('Workspace')}>
      <Stack maw={560} mb="xl">
        <Title order={2} size="h4">
          {t('This workspace')}
        </Title>
        <TextInput label={t('Name')} required maxLength={LIMITS.workspaceName} {...form.field('name')} />
        <TextInput
          label={t('Slug')}
          description={t(
            'It is in the addresses of these pages, and programs name the workspace by it. The former one goes on working.',
          )}
          required
          {...form.field('slug')}
        />
        <Select
          label={t('Time zone')}
          description={t('Times of posts are read and shown in it, and so is the posting schedule.')}
          searchable
          openOnFocus={false}
          allowDeselect={false}
          data={zones()}
          {...form.field('timezone')}
        />
        {chosen !== timezone && (
          <PlannedPosts workspace={workspace} zone={chosen} moves={moves} onChange={setMoves} />
        )}
        <FormFault of={form} />
        <div>
          <Submit of={form}>{t('Save the workspace')}</Submit>
        </div>
      </Stack>
    </Form>
  );
}

function movedWords(moved: number, kept: number): string {
  if (moved === 0 && kept === 0) return '';
  return kept === 0
    ? ` ${t('{moved, plural, one {# planned post moved.} other {# planned posts moved.}}', { moved })}`
    : ` ${t('{moved, plural, one {# planned post moved} other {# planned posts moved}}, and {kept} stayed, because the time has passed there.', { moved, kept })}`;
}

interface PlannedProps {
  workspace: Workspace;
  /** The zone that is chosen. */
  zone: string;
  moves: boolean;
  onChange: (moves: boolean) => void;
}

/** What becomes of planned posts, said before it is saved, by the one that goes out next. */
function PlannedPosts({ workspace: { slug, timezone }, zone, moves, onChange }: PlannedProps) {
  const { data } = useQuery({
    queryKey: ['planned-posts', slug],
    queryFn: ({ signal }) => {
      const from = Date.now();
      const to = new Date(from + DAYS * DAY_MS).toISOString();
      return call('readCalendar', { workspace: slug, from: new Date(from).toISOString(), to }, { signal });
    },
    staleTime: 0,
  });
  const [next] = data?.posts ?? [];
  const count = data?.posts.length ?? 0;
  const at = next?.scheduledAt ?? null;
  const example = (words: string) => (at === null ? undefined : words);
  const before = at === null ? '' : inZone(at, timezone);
  const same = at === null ? '' : inZone(at, zone);
  return (
    <Stack gap="xs">
      <Radio.Group
        label={t('Planned posts')}
        value={moves ? 'clock' : 'instant'}
        onChange={(value) => onChange(value === 'clock')}
      >
        <Stack gap="xs" mt="xs">
          <Radio
            value="instant"
            label={t('Go out at the same moment as before')}
            description={example(
              t('The next one: {before} in {timezone}, which is {same} in {zone}.', {
                before,
                timezone,
                same,
                zone,
              }),
            )}
          />
          <Radio
            value="clock"
            label={t('Move, and keep the time on the clock')}
            description={example(
              t('The next one: {before} in {zone}. If that has passed, it stays.', { before, zone }),
            )}
          />
        </Stack>
      </Radio.Group>
      {data !== undefined && (
        <Text size="sm" c="dimmed">
          {count === 0
            ? t('No post is planned for the next 45 days.')
            : t(
                '{count, plural, one {# post is} other {# posts are}} planned for the next 45 days. The same holds for later ones.',
                { count },
              )}
        </Text>
      )}
    </Stack>
  );
}
