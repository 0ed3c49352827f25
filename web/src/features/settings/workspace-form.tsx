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
      notifications.show({ message: `Saved.${movedWords(moved, kept)}` });
      // the address of this page follows the slug
      await sessionChanged();
    },
  });
  const chosen = form.values.timezone;
  return (
    <Form of={form} label="Workspace">
      <Stack maw={560} mb="xl">
        <Title order={2} size="h4">
          This workspace
        </Title>
        <TextInput label="Name" required maxLength={LIMITS.workspaceName} {...form.field('name')} />
        <TextInput
          label="Slug"
          description="It is in the addresses of these pages, and programs name the workspace by it. The former one goes on working."
          required
          {...form.field('slug')}
        />
        <Select
          label="Time zone"
          description="Times of posts are read and shown in it, and so is the posting schedule."
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
          <Submit of={form}>Save the workspace</Submit>
        </div>
      </Stack>
    </Form>
  );
}

function movedWords(moved: number, kept: number): string {
  if (moved === 0 && kept === 0) return '';
  const rest = kept === 0 ? '' : `, and ${kept} stayed, because the time has passed there`;
  return ` ${moved === 1 ? '1 planned post' : `${moved} planned posts`} moved${rest}.`;
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
        label="Planned posts"
        value={moves ? 'clock' : 'instant'}
        onChange={(value) => onChange(value === 'clock')}
      >
        <Stack gap="xs" mt="xs">
          <Radio
            value="instant"
            label="Go out at the same moment as before"
            description={example(`The next one: ${before} in ${timezone}, which is ${same} in ${zone}.`)}
          />
          <Radio
            value="clock"
            label="Move, and keep the time on the clock"
            description={example(`The next one: ${before} in ${zone}. If that has passed, it stays.`)}
          />
        </Stack>
      </Radio.Group>
      {data !== undefined && (
        <Text size="sm" c="dimmed">
          {count === 0
            ? 'No post is planned for the next 45 days.'
            : `${count === 1 ? '1 post is' : `${count} posts are`} planned for the next 45 days. The same holds for later ones.`}
        </Text>
      )}
    </Stack>
  );
}
