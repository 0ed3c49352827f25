/** The texts that a workspace keeps for answers: written, changed, deleted. */
import { Button, Card, Code, Group, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { LIMITS } from '../../base/limits.ts';
import { ApiError, messageOf } from '../../base/api.ts';
import { Confirm } from '../../base/parts/confirm.tsx';
import { Empty, Fault, Waiting } from '../../base/parts/states.tsx';
import { showFailure } from '../../base/failure.ts';
import { type SavedReply, useDeleteReply, useSaveReply, useSavedReplies } from '../inbox/index.ts';

export function SavedReplies() {
  const replies = useSavedReplies();
  const [isAdding, { open: add, close }] = useDisclosure(false);
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-start">
        <div style={{ flex: 1, minWidth: 220 }}>
          <Title order={2} size="h4">
            Saved replies
          </Title>
          <Text size="sm" c="dimmed">
            Insert them in the inbox with the key s. <Code>{'{first_name}'}</Code> and{' '}
            <Code>{'{username}'}</Code> become the person’s; what is not known is left out.
          </Text>
        </div>
        {!isAdding && <Button onClick={add}>New saved reply</Button>}
      </Group>
      {isAdding && <ReplyForm reply={null} onClose={close} />}
      {replies.isPending ? (
        <Waiting rows={2} />
      ) : replies.isError ? (
        <Fault message={messageOf(replies.error)} onRetry={() => void replies.refetch()} />
      ) : replies.data.length === 0 ? (
        !isAdding && <Empty title="No saved replies yet">Save what you write again and again.</Empty>
      ) : (
        replies.data.map((reply) => <ReplyCard key={reply.id} reply={reply} />)
      )}
    </Stack>
  );
}

function ReplyCard({ reply }: { reply: SavedReply }) {
  const [isChanged, { open: change, close }] = useDisclosure(false);
  const [isAsked, { open: ask, close: keep }] = useDisclosure(false);
  const remove = useDeleteReply();
  if (isChanged) return <ReplyForm reply={reply} onClose={close} />;
  return (
    <Card withBorder padding="sm" role="group" aria-label={reply.name}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div style={{ minWidth: 0 }}>
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {reply.name}
          </Text>
          <Text size="sm" className="post-text" dir="auto">
            {reply.text}
          </Text>
        </div>
        <Group gap="xs" wrap="nowrap">
          <Button size="xs" variant="default" aria-label={`Change ${reply.name}`} onClick={change}>
            Change
          </Button>
          <Button size="xs" variant="default" aria-label={`Delete ${reply.name}`} onClick={ask}>
            Delete
          </Button>
        </Group>
      </Group>
      <Confirm
        opened={isAsked}
        title={`Delete “${reply.name}”?`}
        label="Delete"
        loading={remove.isPending}
        onConfirm={() => remove.mutate(reply.id, { onSuccess: keep, onError: showFailure })}
        onClose={keep}
      >
        Answers that were sent with it stay as they are.
      </Confirm>
    </Card>
  );
}

function ReplyForm({ reply, onClose }: { reply: SavedReply | null; onClose: () => void }) {
  const [name, setName] = useState(reply?.name ?? '');
  const [text, setText] = useState(reply?.text ?? '');
  const save = useSaveReply();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ id: reply?.id ?? null, name, text }, { onSuccess: onClose });
  };
  const { error } = save;
  const isName = error instanceof ApiError && error.param === '/name';
  return (
    <Card withBorder>
      <form onSubmit={submit} aria-label={reply === null ? 'New saved reply' : `Change ${reply.name}`}>
        <Stack gap="sm">
          <TextInput
            label="Name"
            description="What you find it by"
            required
            maxLength={LIMITS.savedReplyName}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={isName ? error.message : undefined}
            data-autofocus
          />
          <Textarea
            label="Text"
            required
            autosize
            minRows={3}
            maxLength={LIMITS.savedReplyText}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          {error !== null && !isName && <Fault message={messageOf(error)} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending} disabled={name.trim() === '' || text === ''}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
