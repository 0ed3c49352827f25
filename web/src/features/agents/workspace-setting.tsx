/** What tools need in this workspace before they publish, send or delete. */
import { ConfirmChoice } from '../access/index.ts';
import { useConfirmations, useSetConfirm } from './queries.ts';
import { ifCan } from '../../base/can.tsx';
import { t } from '../../base/language/text.ts';

export const WorkspaceSetting = ifCan('setWorkspaceConfirm', Setting);

function Setting() {
  const { data } = useConfirmations();
  const set = useSetConfirm();
  if (data === undefined) return null;
  return (
    <ConfirmChoice
      label={t('Before an agent publishes, sends or deletes in this workspace')}
      description={t('A key may be stricter: Settings → API & MCP.')}
      value={data.confirm}
      onChange={(confirm) => set.mutate(confirm)}
      disabled={set.isPending}
    />
  );
}
