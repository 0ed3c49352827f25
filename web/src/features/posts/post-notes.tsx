/** Notes about a post, for the people who work on it. No network gets them. */
import { Card, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call, messageOf, type Post, type Reply } from '../../base/api.ts';
import { ifCan } from '../../base/can.tsx';
import { useApiForm } from '../../base/form/index.ts';
import { LIMITS } from '../../base/limits.ts';
import { NoteForm, NoteHead } from '../../base/parts/notes.tsx';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { inZone } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import { notesKey, useDeleteNote, useNotes } from './queries.ts';
import { t } from '../../base/language/text.ts';

type Note = Reply<'listPostNotes'>['notes'][number];

export function PostNotes({ post }: { post: Post }) {
  const notes = useNotes(post.id);
  if (post.limited) return null;
  return (
    <Stack component="section" gap="sm" aria-labelledby="notes">
      <Title order={2} size="h4" id="notes">
        {t('Notes')}
      </Title>
      {notes.isPending ? (
        <Waiting rows={1} />
      ) : notes.isError ? (
        <Fault message={messageOf(notes.error)} onRetry={() => void notes.refetch()} />
      ) : (
        <Notes notes={notes.data} post={post} />
      )}
      <NewNote post={post} />
    </Stack>
  );
}

function Notes({ notes, post }: { notes: readonly Note[]; post: Post }) {
  if (notes.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t(
          'Nobody has written one. Notes are for the people who work on this post, and are never published.',
        )}
      </Text>
    );
  return (
    <Stack
      component="ul"
      gap="xs"
      p={0}
      m={0}
      style={{ listStyle: 'none' }}
      aria-label={t('Notes about the post')}
    >
      {notes.map((note) => (
        <NoteCard key={note.id} note={note} post={post} />
      ))}
    </Stack>
  );
}

function NoteCard({ note, post }: { note: Note; post: Post }) {
  const { author, createdAt, text } = note;
  return (
    <Card component="li" withBorder padding="sm">
      <NoteHead note={note} call="deletePostNote" remove={useDeleteNote(post.id)}>
        {author.userId === null && ` ${t('(client, by link)')}`}, {inZone(createdAt, post.timezone)}
      </NoteHead>
      <Text size="sm" className="post-text" dir="auto">
        {text}
      </Text>
    </Card>
  );
}

const NewNote = ifCan('createPostNote', function NewNote({ post }: { post: Post }) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  const form = useApiForm({
    name: 'post-note',
    initialValues: { text: '' },
    send: ({ text }) => call('createPostNote', { id: post.id, text, workspace: slug }),
    onSent: () => {
      form.reset();
      return queries.invalidateQueries({ queryKey: notesKey(slug, post.id) });
    },
  });
  return <NoteForm form={form} maxLength={LIMITS.postNote} />;
});
