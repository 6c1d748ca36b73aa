/** Usual words of French that look like words of the lexicon: they are never taken for typing mistakes. */
export const usual = `
  boxe boxer manger monte verbe chante carré égale commando petit petite grand grande part parti retraite grève grèves
  station macron plate coulé préférée marié mariée discute perd connecte chaîne bonne joue passer valise valises
  poster cartes frites appelez soucis contester course courses allemand existes point points chères route confirme
  pluton planète planètes utilisé utiliser utilisez renard renards devant porte portes arrête prends regarde
  regarder vente ventes distribuer cherchez emballages adresser postes passés passé plantez planter côté cartons
  retard regard retour retours autour détour séjour toujours bonjour jour jours journée commande commandant
  comment comme commun communes colis colin coloris colline livre livres libre libres lèvre lièvre vivre suivre
  cuivre givre livrer livret lire dire rire suivi suite survie statut statue état étant étaient rembourrer
  rembourser rouler prix pris près prés prêt prête taille bataille paille maille faille médaille couleur couleurs
  chaleur douleur couloir casser cassé passe classe masse tasse basse facture fracture voiture culture nature
  lecture compte comte conte contre montre adresse caresse presse maîtresse paresse changer danger ranger charger
  échange étrange orange mélange bloque bloqué banque manque marque carton garçon leçon façon produit produits
  conduit réduit vendre rendre prendre tendre cendre perdu perdus pendu rendu vendu tendu reçu reçus déçu vécu
  arrive arrivé rive dérive attendre entendre étendre problème poème système thème chaussure chaussée chausson
  message massage passage annuler annoncer année humain humaine demain main argent urgent agent argents magasin
  magazine matin client clients patient clinique avoir savoir devoir voir avoine avis avril amis code mode rode
  corde promo promis promener bateau gâteau manteau château mail mails erreur terreur horreur écran écrin écrire
  question gestion merci mercredi fois froid droit doigt envoi envie envies temps tempe champ champs
`
