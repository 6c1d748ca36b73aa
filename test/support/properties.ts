import fc from 'fast-check'

// Every run has the same cases, so that results do not depend on chance. PROPERTY_SEED=7 runs others.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20_260_301) })

export { fc }
