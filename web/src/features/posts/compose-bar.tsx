import { Anchor, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useLocation } from 'wouter';
import type { Post } from '../../base/api.ts';
import { Confirm } from '../../base/parts/confirm.tsx';
import { useWorkspace } from '../../base/session.ts';
import type { Draft, Timing } from './draft.ts';
import { whenText } from './timing-field.tsx';

const LABELS: { [timing in Timing]: string } = {
  now: 'Publish now',
  slot: 'Take the slot',
  at: 'Schedule',
  draft: 'Save as draft',
  keep: 'Save',
};

interface ComposeBarProps {
  /** The post that is edited; null means a new one. */
  post: Post | null;
  draft: Draft;
  /** What a person still has to do; null if nothing. */
  missing: string | null;
  /** The accounts that would refuse the post; null if none. */
  refused: string | null;
  isSaving: boolean;
  /** Something was written that would be lost. */
  canDiscard: boolean;
  onDiscard: () => void;
  onSeePreview: () => void;
}

/** Why the post cannot go out yet, and the button that sends it: always in sight. */
export function ComposeBar(props: ComposeBarProps) {
  const { post, draft, missing, refused, isSaving, canDiscard, onDiscard } = props;
  const [, go] = useLocation();
  const [opened, { open, close }] = useDisclosure(false);
  const leave = () => go(post === null ? '/posts' : `/posts/${post.id}`);
  return (
    <>
      <div className="compose-bar">
        <Hint {...props} />
        <Group gap="sm" wrap="nowrap" ml="auto">
          <Button variant="default" onClick={canDiscard ? open : leave}>
            {canDiscard ? 'Discard…' : 'Cancel'}
          </Button>
          <Button
            type="submit"
            loading={isSaving}
            disabled={missing !== null || refused !== null}
            aria-describedby="what-is-missing"
          >
            {LABELS[draft.timing]}
          </Button>
        </Group>
      </div>
      <Confirm
        opened={opened}
        onClose={close}
        title={post === null ? 'Discard this text?' : 'Discard your changes?'}
        label="Discard"
        loading={false}
        onConfirm={() => {
          close();
          onDiscard();
        }}
      >
        {post === null
          ? 'It is deleted on all your devices, and cannot be restored.'
          : 'The post stays as it was last saved.'}
      </Confirm>
    </>
  );
}

function Hint({ post, draft, missing, refused, onSeePreview }: ComposeBarProps) {
  const { timezone } = useWorkspace();
  return (
    <Text
      size="sm"
      c={missing === null && refused !== null ? 'var(--mantine-color-error)' : 'dimmed'}
      id="what-is-missing"
      role="status"
      style={{ flex: '1 1 160px' }}
    >
      {missing ?? refused ?? whenText(draft, post, timezone)}{' '}
      {missing === null && refused !== null && (
        <Anchor component="button" type="button" size="sm" hiddenFrom="md" onClick={onSeePreview}>
          See why
        </Anchor>
      )}
    </Text>
  );
}
