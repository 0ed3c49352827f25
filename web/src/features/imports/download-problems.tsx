import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { showFailure } from '../../base/failure.ts';
import { useWorkspace } from '../../base/session.ts';
import { downloadProblems } from './problems.ts';
import { t } from '../../base/language/text.ts';

/** Saves the rows of an import with a problem as a file. */
export function DownloadProblems({ id, size }: { id: string; size?: 'xs' }) {
  const { slug } = useWorkspace();
  const saving = useMutation({ mutationFn: () => downloadProblems(id, slug), onError: showFailure });
  return (
    <Button
      variant="default"
      {...(size !== undefined && { size })}
      loading={saving.isPending}
      onClick={() => saving.mutate()}
    >
      {t('Download the problems')}
    </Button>
  );
}
