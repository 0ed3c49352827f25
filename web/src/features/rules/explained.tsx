/** Why the author of a comment got a message of a rule, or nothing. */
import { Anchor, List, Loader, Modal, Text } from '@mantine/core';
import { Link } from 'wouter';
import { messageOf } from '../../base/api.ts';
import { sentence } from '../../base/finding.ts';
import { Fault } from '../../base/parts/states.tsx';
import { useCommentExplained, useRules } from './queries.ts';
import { ruleTitle } from './words.ts';
import { t } from '../../base/language/text.ts';

interface ExplainedProps {
  /** null if nothing is asked. */
  about: { accountId: string; commentId: string } | null;
  onClose: () => void;
}

export function ExplainedComment({ about, onClose }: ExplainedProps) {
  return (
    <Modal
      opened={about !== null}
      onClose={onClose}
      title={t('What did the rules do?')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {about !== null && <Explained about={about} />}
    </Modal>
  );
}

function Explained({ about }: { about: { accountId: string; commentId: string } }) {
  const { data, isError, error, refetch } = useCommentExplained(about);
  const rules = useRules();
  if (isError) return <Fault message={messageOf(error)} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loader size="sm" aria-label={t('Loading')} />;
  const titleOf = (ruleId: string) => {
    const rule = rules.data?.find(({ id }) => id === ruleId);
    return rule === undefined ? t('A rule') : ruleTitle(rule);
  };
  return (
    <>
      <Text size="sm">{sentence(data.explanation)}</Text>
      {data.compared.length > 0 && (
        <List size="sm" mt="sm" spacing={4} aria-label={t('Compared with')}>
          {data.compared.map(({ ruleId, explanation }) => (
            <List.Item key={ruleId}>
              <Anchor component={Link} href={`/rules/${ruleId}`} inherit underline="always">
                {titleOf(ruleId)}
              </Anchor>
              : {sentence(explanation)}
            </List.Item>
          ))}
        </List>
      )}
    </>
  );
}
