import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { IfCan } from '../../../base/can.tsx';
import { t } from '../../../base/language/text.ts';

const TemplatesDialog = lazy(() => import('./templates-dialog.tsx'));

/** Opens the templates of posts. */
export function TemplatesButton() {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <IfCan call="createPostFromTemplate">
      <Button variant="default" onClick={open}>
        {t('From a template')}
      </Button>
      {isOpen && (
        <Suspense>
          <TemplatesDialog onClose={close} />
        </Suspense>
      )}
    </IfCan>
  );
}
