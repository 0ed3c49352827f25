/** Notes about a conversation, for the people who answer it. Nobody else gets them. */
import { Button, Group, Stack, Text, Textarea, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call, type Conversation, messageOf, type Reply } from '../../base/api.ts';
import { ifCan, useCan } from '../../base/can.tsx';
import { Form, FormFault, Submit, useApiForm } from '../../base/form/index.ts';
import { LIMITS } from '../../base/limits.ts';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { inZone } from '../../base/parts/times.ts';
import { useSession, useWorkspace } from '../../base/session.ts';
import { notesKey, useDeleteNote, useNotes } from './queries.ts';

type Note = Reply<'listConversationNotes'>['notes'][number];

export function Notes({ conversation: { id } }: { conversation: Conversation }) {
  const notes = useNotes(id);
  return (
    <Stack component="section" gap="xs" aria-label="Notes">
      <Title order={3} size="h6">
        Notes
      </Title>
      {notes.isPending ? (
        <Waiting rows={1} />
      ) : notes.isError ? (
        <Fault message={messageOf(notes.error)} onRetry={() => void notes.refetch()} />
      ) : notes.data.length === 0 ? (
        <Text size="xs" c="dimmed">
          For your team alone: they are never sent to the person.
        </Text>
      ) : (
        <ul className="inbox-notes" aria-label="Notes about the conversation">
          {notes.data.map((note) => (
            <NoteRow key={note.id} id={id} note={note} />
          ))}
        </ul>
      )}
      <NewNote id={id} />
    </Stack>
  );
}

function NoteRow({ id, note }: { id: string; note: Note }) {
  const { timezone } = useWorkspace();
  return (
    <li>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <Text size="xs" c="dimmed">
          <bdi>{note.author.name}</bdi>, {inZone(note.createdAt, timezone)}
        </Text>
        <Remove id={id} note={note} />
      </Group>
      <Text size="sm" className="post-text" dir="auto">
        {note.text}
      </Text>
    </li>
  );
}

/** For who wrote it, and for owners. */
function Remove({ id, note }: { id: string; note: Note }) {
  const can = useCan();
  const { role } = useWorkspace();
  const userId = useSession().data?.user?.id;
  const remove = useDeleteNote(id);
  if (!can('deleteConversationNote') || (role !== 'owner' && note.author.userId !== userId)) return null;
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      color="red"
      loading={remove.isPending}
      onClick={() => remove.mutate(note.id)}
      aria-label={`Delete the note of ${note.author.name}`}
    >
      Delete
    </Button>
  );
}

const NewNote = ifCan('createConversationNote', function NewNote({ id }: { id: string }) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  const form = useApiForm({
    name: 'conversation-note',
    initialValues: { text: '' },
    send: ({ text }) => call('createConversationNote', { id, text, workspace: slug }),
    onSent: () => {
      form.reset();
      return queries.invalidateQueries({ queryKey: notesKey(slug, id) });
    },
  });
  return (
    <Form of={form} label="Write a note">
      <Stack gap="xs">
        <Textarea
          label="New note"
          size="sm"
          dir="auto"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={LIMITS.conversationNote}
          {...form.field('text')}
        />
        <FormFault of={form} />
        <Group>
          <Submit of={form} variant="default" size="xs">
            Write the note
          </Submit>
        </Group>
      </Stack>
    </Form>
  );
});
