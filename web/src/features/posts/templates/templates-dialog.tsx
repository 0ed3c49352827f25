/** The templates of a workspace: use one, or delete it. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { messageOf } from '../../../base/api.ts';
import { IfCan } from '../../../base/can.tsx';
import { t } from '../../../base/language/text.ts';
import { Confirm } from '../../../base/parts/confirm.tsx';
import { Empty, Fault, Waiting } from '../../../base/parts/states.tsx';
import { type PostTemplate, useDeleteTemplate, useTemplate, useTemplates } from './queries.ts';

export default function TemplatesDialog({ onClose }: { onClose: () => void }) {
  const templates = useTemplates();
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('Templates of posts')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {templates.isPending ? (
        <Waiting rows={3} />
      ) : templates.isError ? (
        <Fault message={messageOf(templates.error)} onRetry={() => void templates.refetch()} />
      ) : templates.data.length === 0 ? (
        <Empty title={t('No templates yet')}>
          {t('Open the menu of a post and choose “Save as a template…”.')}
        </Empty>
      ) : (
        <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {templates.data.map((template) => (
            <TemplateRow key={template.id} template={template} />
          ))}
        </Stack>
      )}
    </Modal>
  );
}

function TemplateRow({ template }: { template: PostTemplate }) {
  const { id, name, post } = template;
  const [, go] = useLocation();
  const [isAsked, setAsked] = useState(false);
  const use = useTemplate();
  const remove = useDeleteTemplate();
  return (
    <Group component="li" justify="space-between" wrap="nowrap" align="center">
      <div style={{ minWidth: 0 }}>
        <Text size="sm" fw={600} truncate dir="auto">
          {name}
        </Text>
        <Text size="sm" c="dimmed" truncate dir="auto">
          {post.content || t('without text')}
        </Text>
      </div>
      <Group gap="xs" wrap="nowrap">
        <IfCan call="createPostFromTemplate">
          <Button
            size="xs"
            aria-label={t('Use {name}', { name })}
            loading={use.isPending}
            onClick={() => use.mutate(id, { onSuccess: (draft) => go(`/posts/${draft.id}/edit`) })}
          >
            {t('Use')}
          </Button>
        </IfCan>
        <IfCan call="deletePostTemplate">
          <Button
            size="xs"
            variant="default"
            aria-label={t('Delete {name}', { name })}
            onClick={() => setAsked(true)}
          >
            {t('Delete')}
          </Button>
        </IfCan>
      </Group>
      <Confirm
        opened={isAsked}
        title={t('Delete “{name}”?', { name })}
        label={t('Delete')}
        loading={remove.isPending}
        onConfirm={() => remove.mutate(id, { onSuccess: () => setAsked(false) })}
        onClose={() => setAsked(false)}
      >
        {t('Posts that were made from it stay as they are.')}
      </Confirm>
    </Group>
  );
}
