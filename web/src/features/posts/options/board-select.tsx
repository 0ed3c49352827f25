/** A board of the Pinterest accounts of the workspace. */
import { Select, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../base/api.ts';
import { useWorkspace } from '../../../base/session.ts';
import { t } from '../../../base/language/text.ts';

export function BoardSelect(props: SelectProps) {
  const { slug } = useWorkspace();
  const boards = useQuery({
    queryKey: ['pinterest-boards', slug],
    queryFn: ({ signal }) => call('listPinterestBoards', { workspace: slug }, { signal }),
  });
  // two connections of one account list the same board: each id is shown once
  const data = new Map(boards.data?.boards.map(({ id, name }) => [id, { value: id, label: name }]));
  return (
    <Select
      {...props}
      data={[...data.values()]}
      placeholder={boards.isPending ? t('Reading the boards…') : t('Choose a board')}
      error={boards.isError ? t('The boards cannot be read at the moment.') : undefined}
    />
  );
}
