import manifest from '../../package.json' with { type: 'json' }

/** The version of this storewire. */
export const version: string = manifest.version
