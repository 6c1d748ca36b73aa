export const settings = {
  readOnly: 'Only owners and admins can change these settings.',
  unsaved: 'Unsaved changes',
  discard: 'Discard',
  save: 'Save',
  saved: 'The settings are saved.',
  leaveTitle: 'Leave without saving?',
  leaveWhy: 'Your changes on this page are not saved.',
  leave: 'Discard and leave',
}
