import { DomainError } from '../../lib/errors.ts'

export function noSuchImport(): DomainError {
  return new DomainError('NOT_FOUND', 'no_such_import', 'This workspace has no import with this id. Check the id.')
}
