/** The texts that a workspace keeps for answers: written, changed, deleted. */
import { Button, Card, Code, Group, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { LIMITS } from '../../base/limits.ts';
import { messageOf } from '../../base/api.ts';
import { Form, FormFault, Submit, useApiForm } from '../../base/form/index.ts';
import { Confirm } from '../../base/parts/confirm.tsx';
import { Empty, Fault, Waiting } from '../../base/parts/states.tsx';
import { showFailure } from '../../base/failure.ts';
import { IfCan } from '../../base/can.tsx';
import { type SavedReply, useDeleteReply, useSaveReply, useSavedReplies } from '../inbox/index.ts';
import { rich, t } from '../../base/language/text.ts';

export function SavedReplies() {
  const replies = useSavedReplies();
  const [isAdding, { open: add, close }] = useDisclosure(false);
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-start">
        <div style={{ flex: 1, minWidth: 220 }}>
          <Title order={2} size="h4">
            {t('Saved replies')}
          </Title>
          <Text size="sm" c="dimmed">
            {rich(
              "Insert them in the inbox with the key s. <code>'{'first_name'}'</code> and <code>'{'username'}'</code> become the person’s; what is not known is left out.",
              { code: (words) => <Code>{words}</Code> },
            )}
          </Text>
        </div>
        {!isAdding && (
          <IfCan call="createSavedReply">
            <Button onClick={add}>{t('New saved reply')}</Button>
          </IfCan>
        )}
      </Group>
      {isAdding && <ReplyForm reply={null} onClose={close} />}
      {replies.isPending ? (
        <Waiting rows={2} />
      ) : replies.isError ? (
        <Fault message={messageOf(replies.error)} onRetry={() => void replies.refetch()} />
      ) : replies.data.length === 0 ? (
        !isAdding && (
          <Empty title={t('No saved replies yet')}>{t('Save what you write again and again.')}</Empty>
        )
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
        <IfCan call="updateSavedReply">
          <Group gap="xs" wrap="nowrap">
            <Button
              size="xs"
              variant="default"
              aria-label={t('Change {name}', { name: reply.name })}
              onClick={change}
            >
              {t('Change')}
            </Button>
            <Button
              size="xs"
              variant="default"
              aria-label={t('Delete {name}', { name: reply.name })}
              onClick={ask}
            >
              {t('Delete')}
            </Button>
          </Group>
        </IfCan>
      </Group>
      <Confirm
        opened={isAsked}
        title={t('Delete “{name}”?', { name: reply.name })}
        label={t('Delete')}
        loading={remove.isPending}
        onConfirm={() => remove.mutate(reply.id, { onSuccess: keep, onError: showFailure })}
        onClose={keep}
      >
        {t('Answers that were sent with it stay as they are.')}
      </Confirm>
    </Card>
  );
}

function ReplyForm({ reply, onClose }: { reply: SavedReply | null; onClose: () => void }) {
  const save = useSaveReply();
  const form = useApiForm({
    name: 'saved-reply',
    initialValues: { name: reply?.name ?? '', text: reply?.text ?? '' },
    send: (values) => save({ id: reply?.id ?? null, ...values }),
    onSent: onClose,
  });
  const { name, text } = form.values;
  return (
    <Card withBorder>
      <Form
        of={form}
        label={reply === null ? t('New saved reply') : t('Change {name}', { name: reply.name })}
      >
        <Stack gap="sm">
          <TextInput
            label={t('Name')}
            description={t('What you find it by')}
            required
            maxLength={LIMITS.savedReplyName}
            {...form.field('name')}
            data-autofocus
          />
          <Textarea
            label={t('Text')}
            required
            autosize
            minRows={3}
            maxLength={LIMITS.savedReplyText}
            {...form.field('text')}
          />
          <FormFault of={form} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Submit of={form} disabled={name.trim() === '' || text === ''}>
              {t('Save')}
            </Submit>
          </Group>
        </Stack>
      </Form>
    </Card>
  );
}
