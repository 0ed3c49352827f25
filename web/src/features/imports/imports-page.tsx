/** Posts from a file: it is checked, imported, and can be taken back. */
import { Button, Group, Stack, Title } from '@mantine/core';
import { messageOf } from '../../base/api.ts';
import { Fault, PageTitle, Waiting } from '../../base/parts/states.tsx';
import { FileHelp } from './file-help.tsx';
import { ImportCard } from './import-card.tsx';
import { ImportForm } from './import-form.tsx';
import { useImports } from './queries.ts';
import { t } from '../../base/language/text.ts';

export default function ImportsPage() {
  return (
    <>
      <PageTitle>{t('Import posts')}</PageTitle>
      <Stack gap="lg" maw={760}>
        <ImportForm />
        <Earlier />
      </Stack>
    </>
  );
}

/** What a file looks like, unfolded for people who have not imported one, and earlier imports. */
function Earlier() {
  const list = useImports();
  if (list.isPending) return <Waiting rows={3} />;
  if (list.data === undefined)
    return <Fault message={messageOf(list.error)} onRetry={() => void list.refetch()} />;
  const imports = list.data.pages.flatMap((page) => page.imports).filter(({ dryRun }) => !dryRun);
  return (
    <>
      <FileHelp startsOpen={imports.length === 0} />
      {(imports.length > 0 || list.hasNextPage) && (
        <Stack gap="sm" component="section" aria-labelledby="earlier-imports">
          <Title order={2} size="h4" id="earlier-imports">
            {t('Earlier imports')}
          </Title>
          {imports.map((one) => (
            <ImportCard key={one.id} of={one} />
          ))}
          {list.hasNextPage && (
            <Group>
              <Button
                variant="default"
                loading={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                {t('Show more')}
              </Button>
            </Group>
          )}
        </Stack>
      )}
    </>
  );
}
