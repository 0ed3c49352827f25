import { Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useLocation } from 'wouter';
import type { Post } from '../../base/api.ts';
import { showFailure } from '../../base/failure.ts';
import { Confirm } from '../../base/parts/confirm.tsx';
import { hasRules } from '../../base/parts/network.tsx';
import { useOpened } from '../../base/parts/use-opened.ts';
import { IfCan } from '../../base/can.tsx';
import { useAsks } from './asks.ts';
import { CopyDialog } from './copy-dialog.tsx';
import { MoreButton } from './more-button.tsx';
import { canRetry } from './outcome.ts';
import { type PostChange, useChangePost, useDuplicatePost, useRemovePost, useRetryPost } from './queries.ts';
import { SaveTemplate } from './templates/save-template.tsx';
import { t } from '../../base/language/text.ts';

/** It goes to an account whose comments rules can answer. */
const hasRuledAccount = ({ deliveries }: Post) => deliveries.some(({ platform }) => hasRules(platform));

const ASKED = t('It goes out once somebody approves it.');
const EDITABLE: ReadonlySet<Post['status']> = new Set(['draft', 'scheduled', 'failed']);

/** The menu of a post, opened. */
export default function PostMenu({ post, onRemoved }: { post: Post; onRemoved?: () => void }) {
  const { target, ...menu } = useOpened();
  const change = useChangePost();
  const retry = useRetryPost();
  const duplicate = useDuplicatePost();
  const remove = useRemovePost();
  const [opened, { open, close }] = useDisclosure(false);
  const [isCopied, copying] = useDisclosure(false);
  const [isKept, keeping] = useDisclosure(false);
  const [, go] = useLocation();
  const { id, status } = post;

  const apply = (edit: PostChange, done: string) =>
    change.mutate(
      { id, change: edit },
      { onSuccess: () => notifications.show({ message: done }), onError: showFailure },
    );
  return (
    <>
      <Menu position="bottom-end" width={260} {...menu}>
        <Menu.Target>
          <MoreButton
            ref={target}
            post={post}
            loading={change.isPending || retry.isPending || duplicate.isPending || remove.isPending}
          />
        </Menu.Target>
        <Menu.Dropdown>
          {EDITABLE.has(status) && <Menu.Item onClick={() => go(`/posts/${id}/edit`)}>{t('Edit')}</Menu.Item>}
          <Timed post={post} apply={apply} />
          {canRetry(post) && (
            <Menu.Item onClick={() => retry.mutate(post)}>{t('Try again where it failed')}</Menu.Item>
          )}
          {status !== 'draft' && (
            <Menu.Item onClick={() => apply({ draft: true }, t('It is a draft. What was sent stays sent.'))}>
              {t('Back to drafts')}
            </Menu.Item>
          )}
          <Copies
            duplicate={() => duplicate.mutate(id, { onSuccess: (draft) => go(`/posts/${draft.id}/edit`) })}
            onCopy={copying.open}
            onKeep={keeping.open}
          />
          {hasRuledAccount(post) && (
            <Menu.Item onClick={() => go(`/rules/new?post=${id}`)}>
              {t('Answer comments with a message')}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item c="var(--mantine-color-error)" onClick={open}>
            {t('Remove…')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isCopied && <CopyDialog post={post} onClose={copying.close} />}
      {isKept && <SaveTemplate postId={id} onClose={keeping.close} />}
      <Removal id={id} isOpen={opened} remove={remove} onClose={close} {...(onRemoved && { onRemoved })} />
    </>
  );
}

/** The items that make other posts of a post. */
function Copies(props: { duplicate: () => void; onCopy: () => void; onKeep: () => void }) {
  const { duplicate, onCopy, onKeep } = props;
  return (
    <>
      <IfCan call="duplicatePost">
        <Menu.Item onClick={duplicate}>{t('Duplicate as a draft')}</Menu.Item>
      </IfCan>
      <IfCan call="createPost">
        <Menu.Item onClick={onCopy}>{t('Copy to other days…')}</Menu.Item>
      </IfCan>
      <IfCan call="createPostTemplate">
        <Menu.Item onClick={onKeep}>{t('Save as a template…')}</Menu.Item>
      </IfCan>
    </>
  );
}

/** The items that give a post a time. */
function Timed(props: { post: Pick<Post, 'status'>; apply: (edit: PostChange, done: string) => void }) {
  const { post, apply } = props;
  const asks = useAsks();
  const isDraft = post.status === 'draft';
  return (
    <>
      {(isDraft || post.status === 'scheduled') && (
        <Menu.Item onClick={() => apply({ publishNow: true }, asks ? ASKED : t('It goes out now.'))}>
          {asks ? t('Ask for approval, to publish at once') : t('Publish now')}
        </Menu.Item>
      )}
      {isDraft && (
        <Menu.Item
          onClick={() => apply({ useNextSlot: true }, asks ? ASKED : t('It takes the next free slot.'))}
        >
          {asks ? t('Ask for approval, for the next slot') : t('Take the next slot')}
        </Menu.Item>
      )}
    </>
  );
}

/** Asks before a post is removed. */
function Removal(props: {
  id: string;
  isOpen: boolean;
  remove: ReturnType<typeof useRemovePost>;
  onClose: () => void;
  onRemoved?: () => void;
}) {
  const { id, isOpen, remove, onClose, onRemoved } = props;
  return (
    <Confirm
      opened={isOpen}
      onClose={onClose}
      title={t('Remove this post?')}
      label={t('Remove')}
      loading={remove.isPending}
      onConfirm={() =>
        remove.mutate(id, {
          onSuccess: () => {
            onClose();
            onRemoved?.();
          },
        })
      }
    >
      {t(
        'It is cancelled where it is still to go out, and leaves Troupe. What is live on the networks stays there.',
      )}
    </Confirm>
  );
}
