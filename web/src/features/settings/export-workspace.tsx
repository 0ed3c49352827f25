import { Button, Checkbox, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../base/api.ts';
import { showFailure } from '../../base/failure.ts';
import { t } from '../../base/language/text.ts';
import { useWorkspace } from '../../base/session.ts';

/** Settings → Workspace: downloads everything of the workspace as one archive (docs/export.md). */
export function ExportWorkspace() {
  const { slug, name } = useWorkspace();
  const [media, setMedia] = useState(true);
  const start = useMutation({
    mutationFn: () => call('createExport', { workspace: slug, media }),
    // the browser saves it; the page stays
    onSuccess: ({ export: { url } }) => window.location.assign(url),
    onError: showFailure,
  });
  return (
    <Stack component="section" maw={560} mb="xl" aria-labelledby="export-workspace">
      <Title order={2} size="h4" id="export-workspace">
        {t('Export this workspace')}
      </Title>
      <Text size="sm">
        {t(
          'One ZIP archive with everything in “{name}”: posts, files, rules, automations, conversations, comments and numbers. Another workspace can import the posts that are planned. Access to accounts, keys and passwords are not in it.',
          { name },
        )}
      </Text>
      <Checkbox
        label={t('With the uploaded files')}
        checked={media}
        onChange={({ currentTarget }) => setMedia(currentTarget.checked)}
      />
      <div>
        <Button variant="default" loading={start.isPending} onClick={() => start.mutate()}>
          {t('Export everything')}
        </Button>
      </div>
    </Stack>
  );
}
