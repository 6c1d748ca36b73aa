import fc from 'fast-check'

// The same cases in every run, so that a change is judged by what it does and not by chance; PROPERTY_SEED=7 tries others.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20_260_301) })

export { fc }
