/** Deletes a file. What needs it is said before anything is deleted. */
import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '../../base/api.ts';
import { showFailure } from '../../base/failure.ts';
import { Confirm } from '../../base/parts/confirm.tsx';
import { useWorkspace } from '../../base/session.ts';
import { type LibraryFile, libraryKey } from './queries.ts';
import { titleOf } from './words.ts';
import { t } from '../../base/language/text.ts';

export function DeleteFile({ file }: { file: LibraryFile }) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  const [opened, { open, close }] = useDisclosure(false);
  // why the service refused to delete it
  const [need, setNeed] = useState<string | null>(null);
  const deleting = useMutation({
    mutationFn: (force: boolean) =>
      call('deleteMedia', { id: file.id, workspace: slug, ...(force && { force }) }),
    onSuccess: async () => {
      close();
      await queries.invalidateQueries({ queryKey: libraryKey(slug) });
    },
    onError: (fault) => {
      if (fault instanceof ApiError && fault.code === 'media_in_use') setNeed(fault.message);
      else showFailure(fault);
    },
  });
  const name = titleOf(file);
  return (
    <Group>
      <Button
        size="xs"
        variant="default"
        aria-label={t('Delete {name}…', { name })}
        onClick={() => {
          setNeed(null);
          open();
        }}
      >
        {t('Delete…')}
      </Button>
      <Confirm
        opened={opened}
        title={t('Delete this file?')}
        label={need === null ? t('Delete') : t('Delete all the same')}
        loading={deleting.isPending}
        onConfirm={() => deleting.mutate(need !== null)}
        onClose={close}
      >
        {need === null
          ? t('Nobody can choose it any more. Networks keep what they were given.')
          : t('{need} If you delete it all the same, they fail until they have another file.', { need })}
      </Confirm>
    </Group>
  );
}
