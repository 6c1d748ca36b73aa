/** Two short tones, made by the browser: nothing is loaded. */
const TONES = [880, 1_320]
const TONE_S = 0.12
const VOLUME = 0.08

let audio: AudioContext | undefined

/** Plays two tones. A browser plays nothing before the first click or key in the tab. */
export function playSound(): void {
  if (!navigator.userActivation.hasBeenActive) return
  audio ??= new AudioContext()
  const { currentTime, destination } = audio
  TONES.forEach((frequency, index) => {
    if (!audio) return
    const [tone, volume] = [audio.createOscillator(), audio.createGain()]
    const start = currentTime + index * TONE_S
    tone.frequency.value = frequency
    volume.gain.setValueAtTime(VOLUME, start)
    volume.gain.exponentialRampToValueAtTime(0.001, start + TONE_S)
    tone.connect(volume).connect(destination)
    tone.start(start)
    tone.stop(start + TONE_S)
  })
}
