/** Parts of the notes that people write for each other, about a post or a conversation: the head of one, and the form for a new one. */
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCan } from '../can.tsx';
import { type ApiForm, Form, FormFault, Submit } from '../form/index.ts';
import type { OperationId } from '../operations.ts';
import { useSession, useWorkspace } from '../session.ts';
import { t } from '../language/text.ts';

interface Note {
  id: string;
  /** `userId`: null for a client. */
  author: { userId: string | null; name: string };
}

interface Removal {
  /** The operation that deletes a note. */
  call: OperationId;
  /** Deletes the note of an id. */
  remove: Pick<UseMutationResult<unknown, Error, string>, 'mutate' | 'isPending'>;
}

/** Who wrote a note and when, with a button that deletes it. @param props.children what follows the name */
export function NoteHead({ note, children, ...removal }: Removal & { note: Note; children: ReactNode }) {
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
      <Text size="xs" c="dimmed">
        <bdi>{note.author.name}</bdi>
        {children}
      </Text>
      <Remove note={note} {...removal} />
    </Group>
  );
}

/** For the person who wrote it, and for owners. */
function Remove({ note: { id, author }, call, remove }: Removal & { note: Note }) {
  const can = useCan();
  const { role } = useWorkspace();
  const userId = useSession().data?.user?.id;
  if (!can(call) || (role !== 'owner' && author.userId !== userId)) return null;
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      color="red"
      loading={remove.isPending}
      onClick={() => remove.mutate(id)}
      aria-label={t('Delete the note of {name}', { name: author.name })}
    >
      {t('Delete')}
    </Button>
  );
}

/** @param props.maxLength characters that a note may have */
export function NoteForm({
  form,
  maxLength,
}: {
  form: ApiForm<{ text: string }, unknown>;
  maxLength: number;
}) {
  return (
    <Form of={form} label={t('Write a note')}>
      <Stack gap="xs">
        <Textarea
          label={t('New note')}
          dir="auto"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={maxLength}
          {...form.field('text')}
        />
        <FormFault of={form} />
        <Group>
          <Submit of={form} variant="default">
            {t('Write the note')}
          </Submit>
        </Group>
      </Stack>
    </Form>
  );
}
