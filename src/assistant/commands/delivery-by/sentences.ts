export const sentences = {
  en: {
    inTime: (date: string) => `Yes, it should be there in time: it is expected by ${date}.`,
    tooLate: (date: string) => `Probably not: it is expected by ${date}.`,
  },
  de: {
    inTime: (date: string) => `Ja, es sollte rechtzeitig da sein: erwartet wird es bis ${date}.`,
    tooLate: (date: string) => `Wahrscheinlich nicht: erwartet wird es bis ${date}.`,
  },
  fr: {
    inTime: (date: string) => `Oui, cela devrait arriver à temps : c’est attendu au plus tard le ${date}.`,
    tooLate: (date: string) => `Probablement pas : c’est attendu au plus tard le ${date}.`,
  },
  es: {
    inTime: (date: string) => `Sí, debería llegar a tiempo: se espera a más tardar el ${date}.`,
    tooLate: (date: string) => `Probablemente no: se espera a más tardar el ${date}.`,
  },
}
