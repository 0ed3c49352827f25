/** Notes about a conversation, for the people who answer it. Nobody else gets them. */
import { Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call, type Conversation, messageOf, type Reply } from '../../base/api.ts';
import { ifCan } from '../../base/can.tsx';
import { useApiForm } from '../../base/form/index.ts';
import { LIMITS } from '../../base/limits.ts';
import { NoteForm, NoteHead } from '../../base/parts/notes.tsx';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { inZone } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import { notesKey, useDeleteNote, useNotes } from './queries.ts';
import { t } from '../../base/language/text.ts';

type Note = Reply<'listConversationNotes'>['notes'][number];

export function Notes({ conversation: { id } }: { conversation: Conversation }) {
  const notes = useNotes(id);
  return (
    <Stack component="section" gap="xs" aria-label={t('Notes')}>
      <Title order={3} size="h6">
        {t('Notes')}
      </Title>
      {notes.isPending ? (
        <Waiting rows={1} />
      ) : notes.isError ? (
        <Fault message={messageOf(notes.error)} onRetry={() => void notes.refetch()} />
      ) : notes.data.length === 0 ? (
        <Text size="xs" c="dimmed">
          {t('For your team alone: they are never sent to the person.')}
        </Text>
      ) : (
        <ul className="inbox-notes" aria-label={t('Notes about the conversation')}>
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
      <NoteHead note={note} call="deleteConversationNote" remove={useDeleteNote(id)}>
        , {inZone(note.createdAt, timezone)}
      </NoteHead>
      <Text size="sm" className="post-text" dir="auto">
        {note.text}
      </Text>
    </li>
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
  return <NoteForm form={form} maxLength={LIMITS.conversationNote} />;
});
