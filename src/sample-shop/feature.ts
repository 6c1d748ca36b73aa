import type { Feature } from '../http/feature.ts'
import { mountSamplePictures } from './serve-pictures.ts'

/** The sample shop. */
export const sampleShopFeature: Feature = { mount: mountSamplePictures }
