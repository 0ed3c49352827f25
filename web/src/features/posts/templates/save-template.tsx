import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Form, FormFault, Submit, useApiForm } from '../../../base/form/index.ts';
import { LIMITS } from '../../../base/limits.ts';
import { t } from '../../../base/language/text.ts';
import { useSaveTemplate } from './queries.ts';

/** Asks for the name under which a post is kept as a template. */
export function SaveTemplate({ postId, onClose }: { postId: string; onClose: () => void }) {
  const save = useSaveTemplate(postId);
  const form = useApiForm({
    name: 'post-template',
    initialValues: { name: '' },
    send: save,
    onSent: () => {
      notifications.show({
        message: t('It is a template now. “From a template” on the page of posts uses it.'),
      });
      onClose();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Save as a template')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Form of={form} label={t('Save as a template')}>
        <Stack gap="sm">
          <Text size="sm">
            {t(
              'It keeps the text, files, accounts and options of this post. Later changes of the post do not change it.',
            )}
          </Text>
          <TextInput
            label={t('Name')}
            required
            dir="auto"
            maxLength={LIMITS.postTemplateName}
            {...form.field('name')}
            data-autofocus
          />
          <FormFault of={form} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Submit of={form} disabled={form.values.name.trim() === ''}>
              {t('Save')}
            </Submit>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}
