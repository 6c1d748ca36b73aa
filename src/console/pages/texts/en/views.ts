/** Texts of the views of a list that a member has saved. */
export const views = {
  title: 'Views',
  none: 'You have saved no view of this list.',
  name: 'Save this view as',
  delete: 'Delete',
  howToSave:
    'Set a filter or a sort to save it under a name. Only you see your views. Filters by a person are not saved.',
}
