/** A button and a dialog that let a person choose which of the posts that wait for an account go out. */
import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { ifCan } from '../../base/can.tsx';
import { t } from '../../base/language/text.ts';

const Chooser = lazy(() => import('./waiting-posts.tsx'));

/** @param props.account that has to be connected again */
export const WaitingPosts = ifCan('batchPosts', ChooseButton);

function ChooseButton({ account }: { account: { id: string; name: string } }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        onClick={open}
        aria-label={t('Choose what goes out to {name}', { name: account.name })}
      >
        {t('Choose what goes out')}
      </Button>
      <WaitingDialog account={account} opened={opened} onClose={close} onChosen={close} />
    </>
  );
}

interface WaitingDialogProps {
  account: { id: string; name: string };
  opened: boolean;
  /** Nothing was chosen. */
  onClose: () => void;
  /** What was chosen is done. */
  onChosen: () => void;
}

/** Asks which of the posts that wait for an account go out. */
export const WaitingDialog = ({ account, opened, onClose, onChosen }: WaitingDialogProps) => (
  <Modal
    opened={opened}
    onClose={onClose}
    size="lg"
    title={t('When {name} is connected again', { name: account.name })}
    closeButtonProps={{ 'aria-label': t('Close') }}
  >
    <Suspense fallback={null}>
      <Chooser account={account} onClose={onClose} onChosen={onChosen} />
    </Suspense>
  </Modal>
);
