import type { Lexicon } from '../../understand/lexicon.ts'

/** French. */
export const lexicon: Lexicon = {
  spelling: { apostropheSplits: true, same: [] },
  joints: ['et', 'mais', 'aussi', 'puis', 'ensuite'],
  concepts: {
    filler: `le la les un une des du de d l au aux à en dans sur par pour avec sans ce cet cette ces est sont était suis es êtes etes sommes
      ai as a avons avez ont avais avait être avoir je j tu il elle on nous vous ils elles me m te t se s lui leur y que qu qui quoi ne n pas
      plus et ou mais donc car si très tres bien encore toujours déjà deja aussi alors là ici c ça ca cela mon ma mes ton ta tes son sa ses
      notre nos votre vos chez svp stp merci bonjour faire fait fais peux peut pouvez puis pourrais pourriez veux voudrais souhaite aimerais
      dois doit faut était jour jours semaine semaines mois hier aujourd hui demain lundi mardi mercredi jeudi vendredi samedi dimanche
      dernier dernière dernièrement prochaine tout tous toute toutes rien quelque chose quelqu juste moi toi eux été va vais allez comme
      janvier février mars avril mai juin juillet août septembre octobre novembre décembre
      savoir dire quand où ou comment combien pourquoi quel quelle quels quelles monsieur madame cordialement trop peu deux trois il_y_a depuis
      oui non voir mettre mis suite après avant entre même site boutique magasin trouve trouvent trouver trouvez trouvé entièrement vraiment plait plaît puisje jai cest nai`,
    please: 'svp stp sil_vous_plaît s_il_vous_plaît s_il_te_plaît merci_de',
    i: 'je j me m moi nous',
    you: 'vous tu',
    my: 'mon ma mes notre nos',
    me: 'me moi m nous',
    it: 'il elle ça ca le la l cela ce c les',
    where: 'où ou_est ou_sont ou_en ou_se ou_puis wou elle_est_ou il_est_ou est_ou ou_ai',
    when: 'quand quel_jour à_quelle_date pour_quand c_est_pour_quand à_quelle_heure quelle_date',
    who: 'qui',
    what: 'que quoi qu quel quelle quels quelles qu_est_ce',
    which: 'quel quelle quels quelles lequel laquelle',
    why: 'pourquoi',
    how: 'comment comment_faire comment_puis',
    howmuch: 'combien quel_est_le_prix quel_prix c_est_combien',
    howlong:
      'combien_de_temps combien_de_jours quel_délai quels_sont_les_délais en_combien_de_temps combien_de_semaines',
    until: 'avant jusqu',
    question_did:
      'est_ce est ont a avez quand où puis_je peut_on avez_vous t_elle t_il sont y_a_t_il proposez faites êtes vais sera',
    whether:
      'est_ce est_ce_que est_ce_qu est_elle est_il a_t_elle a_t_il apparaît_elle savoir_si vérifier_si savez_vous voir_si confirmer_que vérifier pouvez_vous_vérifier y_a_t_il',
    or_not: 'ou_non ou_pas ou_pas_encore',
    untrue: 'faux c_est_faux mensonge pas_vrai mentent',
    already: 'déjà deja enfin',
    want: 'veux voudrais souhaite souhaiterais aimerais exige voudrai désire besoin voulais',
    may: 'puis_je peut_on est_il_possible pourrais_je je_peux',
    give: 'donnez rendez',
    not: 'ne_pas pas jamais rien aucun aucune sans personne ni plus non ne n nai nest',
    never: 'jamais jamais',
    nothing:
      'aucun_colis aucune_livraison rien pas_de_colis aucun_colis pas_de_livraison aucune_livraison pas_de_paquet',
    anything: 'quelque_chose',
    nobody: 'personne',
    empty: 'vide',
    still: 'toujours encore',
    order: 'commande commandes comande achat achats cmd comandes commandé_ma',
    parcel: 'colis paquet paquets colit coli',
    delivery: 'livraison livraisons envoi envois expédition',
    goods: 'articles article affaires produits produit choses marchandise trucs truc objet objets',
    bought:
      'j_ai_commandé ai_commandé avais_commandé avez_commandé a_commandé avons_commandé ai_je_commandé commandée commandés achetée acheté achetés commandées achete commander_chez',
    arrive:
      'arrivé arrivée arrivés arrive arriver arrivent arrivera arrivées arrivait parvenu parvenue parvenir arrivé_ici',
    receive: 'reçu reçue reçus recu recue recevoir recevrai reçois obtenu réception recevrais obtenir eu recus',
    got: 'reçu reçue recu',
    have: 'ai',
    delivered:
      'laissé_chez laissé_devant avoir_déposé avoir_livré avoir_remis l_a_déposé a_été_déposé a_été_remis l_a_remis livré livrée livrés livre distribué remis livrées livrees',
    deliver: 'livrez livrer livre livré livrée livrés livraison livrent envoyez',
    ship: `expédié expédiée expédier envoyé envoyée envoyer envoyez expédiez parti partie partir expédition envoi expediee expedie expédiés
      postée posté envoyés`,
    shipped: 'expédié expédiée envoyé envoyée parti partie posté partis envoyés expédiés',
    sent: 'envoyé envoyée livré',
    send: 'envoyer envoyez expédier livrer livrez envoyé',
    put: 'mettre',
    come: 'venu vient venir vient_elle viendra passé',
    here: 'ici pas_là déjà_là toujours_pas_là pas_encore_là encore_là bien_là enfin_là',
    process: 'traitée traité préparation préparée en_cours avancement avance se_passe passe_t_il',
    far: 'avancement',
    expect: 'attendre prévue prévu attends_la',
    status: 'statut état etat suivi_de_commande suivi_commande avancement situation suivi stade',
    news: 'nouvelles nouvelle info infos information informations des_nouvelles du_nouveau',
    what_about:
      'qu_est_ce_qui_se_passe_avec que_se_passe_t_il_avec qu_en_est_il que_devient que_se_passe_t_il où_en_est ou_en_est',
    delivery_date: 'date_de_livraison date_prévue livraison_prévue date_d_arrivée jour_de_livraison',
    date: 'date',
    passed: 'dépassée passée dépassé',
    track: 'suivre suivi tracking tracer traquer suit suivis localiser',
    tracknumber: `numéro_de_suivi lien_de_suivi numéro_suivi code_de_suivi tracking numéro_de_colis n_de_suivi lien_suivi
      no_de_suivi num_de_suivi numéro_d_expédition numéros_de_suivi numéro_de_tracking`,
    number: 'numéro numero code lien n num',
    link: 'lien',
    follow: 'suivre',
    carrier:
      'transporteur dhl colissimo chronopost ups la_poste mondial_relay dpd gls fedex livreur hermes relais_colis',
    lost: 'introuvable perdu perdue égaré disparu disparue volé égarée perdus volée',
    without: 'sans',
    late: 'retard en_retard retardée retardé tardé tarde_à tardive retards tarde',
    wait: 'attends attendre attend attente attendu patiente attendons',
    duration: 'semaines jours mois longtemps semaine jour',
    fed_up: 'marre assez_d ras_le_bol',
    long: 'long longue lent longtemps',
    takes: 'prend met prennent prendre dure faut durée',
    supposed: 'prévue prévu devait aurait_dû aurait_du devrait était_prévue devais promis annoncée censée censé',
    stuck: 'bloqué bloquée douane pas_bougé coincé coincée douanes',
    move: 'bougé bouge évolué avance changé mis_à_jour évolue',
    says: 'indique marqué écrit dit affiche noté soi_disant affirme selon statut prétend apparaît mentionne annonce',
    in_it: 'dans contenait contient dedans contenu',
    list: 'liste lister rappelez',
    show: 'montre montrez montrer affiche affichez voir',
    paid: 'payé payée dépensé réglé payer paye',
    charged: 'facturé débité prélevé débitée facturée',
    total: 'total montant somme',
    cost: 'coûte coute coûtent coûté couté coûterait coûter coutent couterait vaut valent',
    price: 'prix tarif tarifs',
    sale: 'promo promotion solde soldes réduction soldé en_promo remise',
    haveyou: `avez_vous vous_avez est_ce_que_vous_avez auriez_vous il_vous_reste vous_reste y_a_t_il il_y_a vous_auriez t_as vendez_vous
      vous_les_avez avez_vous_encore vous_vendez reste_t_il tu_as vous_les avez_toujours`,
    stock: 'stock en_stock disponibilité dispo_en_stock disponibilite stocks en_magasin rayon',
    available: 'disponible disponibles dispo dispos existe_en encore_avoir disponnible',
    sold_out: 'épuisé épuisée épuisés rupture en_rupture écoulé',
    left: 'reste restent restant',
    any: 'des',
    exists: 'existe existe_t_il existent y_a_t_il il_y_a',
    sell: 'vendez vendre vend',
    buy: 'acheter commander prendre avoir',
    quantity: 'deux trois quatre cinq six sept huit neuf dix paire paires 2 3 4 5 6 7 8 9 10 12 20',
    quantity_word: 'quantité quantite nombre',
    in_color: 'en',
    again: 'nouveau à_nouveau de_nouveau retour de_retour re',
    more: 'plus autres nouveaux',
    restock:
      'réassort réapprovisionner réapprovisionnement reassort restock réappro réapprovisionnez de_nouveau_en_stock à_nouveau_disponible de_nouveau_disponible revient_en_stock de_retour_en_stock réapprovisionné retour_en_stock',
    get: 'avoir',
    info: 'info infos information informations détails description renseignements',
    material:
      'matière matériau composition tissu vraie_laine vrai_cuir gratte bio vegan fabriqué fabriquée matières composé composée imperméable ingrédients polyester doublure',
    care: 'laver lavage machine lave_vaisselle entretien sèche_linge repasser entretenir lavable micro_ondes lave',
    dimension:
      'dimensions dimension taille_fait mesure mesures quelle_longueur quelle_largeur guide_des_tailles diamètre épaisseur contenance hauteur',
    weight: 'pèse poids peser',
    color: `rouge rouges bleu bleue bleus bleues vert verte verts vertes noir noire noirs noires blanc blanche blancs blanches gris grise grises jaune
      orange violet violette rose marron brun brune beige marine bleu_marine turquoise argent doré or crème kaki olive bordeaux anthracite ivoire écru sable mousse brique avoine prune graphite`,
    size: 'xs s m l xl xxl xxxl 2xl 3xl petite moyenne grande small medium large taille_s taille_m taille_l taille_xl 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48',
    size_word: 'taille tailles pointure',
    sizes: 'tailles taille pointures pointure',
    colors: 'couleurs couleur coloris teintes variantes motifs',
    options: 'options option choix variantes modèles déclinaisons',
    all: 'toutes tous',
    other: 'autre autres différente différent d_autres',
    bigger: 'plus_grand plus_grande plus_petit plus_petite taille_au_dessus taille_en_dessous plus_large',
    product: `chemise chemises chaussure chaussures robe robes veste manteau pantalon jean jupe pull pulls gilet écharpe écharpes bonnet bonnets
      chapeau gants chaussettes bottes sac sacs ceinture tasse tasses mug verre verres assiette bol couverture couvertures coussin serviette
      lampe table chaise canapé bougie bougies livre livres bague collier bracelet montre parfum savon affiche vase poncho legging t_shirt
      grille bouilloire poêle casserole couteau bouteille jouet tapis rideau`,
    no_refund:
      'veux_plus_du_remboursement veux_plus_de_remboursement veux_plus_être_remboursé plus_besoin_du_remboursement veux_pas_de_remboursement veux_pas_être_remboursé veux_pas_être_remboursée veux_pas_un_remboursement',
    whatif: 'que_se_passe_t_il_si et_si_le et_si_la et_si_l et_si_ça qu_arrive_t_il_si que_faire_si',
    refund: `remboursement remboursé remboursée rembourser remboursez rembourse remboursements remboursés rembourserez rembourcement rembousement
      remboursez_moi rembourser_moi avoir_un_remboursement`,
    refunded: 'remboursé remboursée',
    money: 'argent sous fric',
    moneyback:
      'mon_argent récupérer_mon_argent rendez_moi_mon_argent rendre_mon_argent récupère_mon_argent me_rembourser récupérer_mes_sous mes_sous',
    giveback: `retourner renvoyer rendre renvoie retour renvoyé retourne renvoyez retourné réexpédier ramener le_rendre le_renvoyer retournée renvoyée
      renvoi faire_un_retour renvois`,
    returns:
      'retour retours politique_de_retour frais_de_retour étiquette_de_retour adresse_de_retour délai_de_retour droit_de_retour un_retour bon_de_retour conditions_de_retour politique_de_remboursement',
    dislike: 'un_article quelque_chose des_articles',
    question_accept: 'acceptez_vous acceptez',
    days: 'combien_de_temps combien_de_jours délai',
    period: 'délai combien_de_temps délais',
    policy: 'politique conditions règles cgv règlement',
    label: 'étiquette bon_de_retour etiquette bordereau',
    gift: 'paquet_cadeau paquets_cadeaux paquet_cadeaux',
    visit: `horaires heures_d_ouverture magasin_physique boutique_physique où_se_trouve_votre où_est_votre_magasin où_est_votre_boutique
      où_êtes_vous êtes_vous_ouverts vous_êtes_ouverts vos_coordonnées comment_vous_contacter comment_vous_joindre`,
    warranty: 'garantie garantis garantie_légale garanti garanties',
    received: 'reçu recu',
    broken: `cassé cassée cassés abîmé abîmée endommagé endommagée défectueux défectueuse déchiré déchirée trou troué taché tache brisé brisée
      fissuré rayé rayée marche_plus fonctionne_plus ne_fonctionne_pas ne_marche_pas décousue décousu défaut fendu abimé endommage dechire trouée
      marche_pas fonctionne_pas casse cassées tordu moisi moisie défectueuses décollé décollée ébréché en_panne hs tachée taches rayures détérioré morceaux fuite fuit`,
    wrong: 'mauvais mauvaise erroné incorrecte faux fausse erreur mauvaises',
    wrong_item:
      'mauvais_article mauvais_produit autre_article pas_le_bon pas_la_bonne article_différent mauvaise_commande erreur_d_article erreur_dans_ma_commande pas_le_bon_article commande_de_quelqu_un',
    missing: 'manque manquent',
    not_what: 'n_est_pas_ce_que pas_ce_que pas_celui_que ne_correspond_pas pas_conforme non_conforme',
    changed_mind: 'changer_d_avis changer_avis changé_d_avis n_en_veux_plus n_en_ai_plus_besoin plus_besoin',
    not_fit:
      'me_va_pas ne_me_va trop_petit trop_petite trop_petits trop_petites trop_grand trop_grande trop_grands trop_grandes trop_serré trop_court trop_large trop_juste ne_va_pas me_vont_pas',
    shipping: 'livraison port envoi frais_de_port expédition frais_d_envoi livrer',
    to: 'en au aux à vers',
    country: `suisse belgique france allemagne canada espagne italie luxembourg usa étranger international europe dom_tom guadeloupe réunion martinique corse
      angleterre québec autriche portugal maroc royaume_uni états_unis monaco pays tunisie algérie`,
    abroad: 'étranger international l_international monde',
    free: 'gratuite gratuit offerte offert gratuits gratuitement',
    express: 'express 24h chronopost_express le_lendemain',
    how_fast: 'délais délai_de_livraison délais_de_livraison rapidement',
    method: 'modes mode moyens options méthodes façons',
    paymethod:
      'moyens_de_paiement moyen_de_paiement modes_de_paiement mode_de_paiement méthodes_de_paiement façons_de_payer options_de_paiement moyens_paiement',
    pay: 'payer paiement régler payement paye paiements',
    brand:
      'paypal visa mastercard carte_bleue carte_bancaire cb apple_pay google_pay klarna virement chèque carte_cadeau alma amex carte_de_crédit prélèvement espèces bitcoin cartes_bancaires american_express',
    take: 'prenez',
    possible: 'possible',
    with: 'avec par en',
    safe: 'sécurisé sûr',
    cancel: 'annuler annulez annulation annulé annule annulée annuller annulés',
    change: 'changer modifier changement modification corriger changez modifiez rectifier actualiser modifie changé',
    remove: 'enlever retirer supprimer enlevez retirez',
    discount: 'code_promo code_de_réduction bon_d_achat code_réduction coupon code_promotionnel',
    use: 'utiliser appliquer',
    address: 'adresse adresses adrese d_adresse adresse_de_livraison',
    house: 'numéro_de_rue code_postal numéro_d_appartement digicode numéro_d_immeuble',
    street: 'rue',
    typo: 'faute_de_frappe trompé trompée faute coquille',
    website:
      'site site_web page appli application panier votre_chat votre_bot ce_bot le_bot ce_chatbot le_chatbot votre_chatbot votre_assistant',
    office: 'bureau travail voisin voisine mes_parents lieu_de_travail gardien',
    exchange: 'échanger échange l_échanger échangez remplacer remplacement échangé echange echanger',
    instead: 'à_la_place plutôt au_lieu',
    person: 'humain personne conseiller conseillère quelqu_un vraie_personne être_humain',
    people: 'gens personnes',
    someone: 'quelqu_un',
    agent: 'conseiller conseillère agent opérateur téléconseiller interlocuteur technicien employé humain',
    talk: 'parler contacter passez joindre discuter échanger_avec mettez_moi parle transférez contact transférer appeler',
    real: 'vraie vrai réel',
    phone:
      'numéro_de_téléphone votre_téléphone un_téléphone vous_appeler par_téléphone numéro_de_tel tél joindre_par_téléphone hotline',
    callback: 'me_rappeler rappelez_moi être_rappelé rappeler rappelez',
    complaint: `réclamation plainte_commerciale inadmissible honteux honte déçu déçue déception scandaleux nul nulle lamentable inacceptable catastrophique
      mécontent mécontente vous_moquez se_moquer déplorable horrible mauvais_avis médiocre pitoyable moquez foutage n_importe_quoi insupportable réclamer scandale intolérable insatisfait`,
    insult:
      'idiots cons connards merde putain incompétents incompétent voleurs bande_de débiles enfoirés incapables menteurs',
    angry: 'furieux furieuse énervé énervée en_colère ras_le_bol agacé excédé',
    never_again: 'plus_jamais jamais_plus',
    legal:
      'porter_plainte avocat tribunal justice dgccrf mise_en_demeure poursuites ufc_que_choisir médiateur huissier plainte poursuivre juridique répression_des_fraudes signaler_à',
    delete_data: 'rgpd mes_données données_personnelles toutes_mes_données',
    fraud:
      'arnaque fraude piraté piratage escroquerie escrocs arnaqueurs pas_fait_cet_achat usurpation utilisé_ma_carte arnaqué frauduleux frauduleuse non_autorisé jamais_fait_cet_achat faux_site débit_inconnu escroc phishing hameçonnage jamais_commandé n_ai_pas_commandé',
    twice: 'deux_fois double 2_fois',
    card: 'carte',
    account: 'compte profil mon_compte espace_client',
    login_problem: 'me_connecter connexion connecter identifier se_connecter identifiants',
    password: 'mot_de_passe mdp passe_oublié',
    newsletter: 'newsletter désinscrire désabonner infolettre se_désabonner pubs désinscription',
    email: 'email mail courriel adresse_mail adresse_email',
    invoice:
      'facture factures reçu_de reçu_svp un_reçu justificatif ticket_de_caisse un_recu duplicata preuve_d_achat tva',
    greet:
      'bonjour salut bonsoir coucou hello allo hey bjr slt bonjour_à_tous il_y_a_quelqu_un hi rebonjour re_bonjour cc',
    thank: 'merci merci_beaucoup mille_mercis je_vous_remercie remercie thanks parfait_merci mrc',
    praise: 'super génial',
    bye: 'au_revoir bonne_journée à_bientôt bye bonne_soirée c_est_tout adieu à_plus bon_week_end ciao bonne_fin bonne_nuit',
    yes: 'oui ouais d_accord exact exactement c_est_ça ok tout_à_fait bien_sûr absolument correct oui_oui ouep yes c_est_bien_ça volontiers parfait certainement affirmatif bien_entendu',
    no: 'non pas_celui_là nan pas_du_tout c_est_faux non_merci nope pas_celle_là pas_ça négatif',
    neither: 'aucun aucune ni_l_un',
    pick: 'premier première deuxième second seconde troisième quatrième dernier dernière 1 2 3 4 5 numéro_1 numéro_2 numéro_3 le_premier la_première le_dernier',
    help: 'aide aider question problème aidez_moi questions problèmes souci probleme',
    off: `tu_arrives arrives téléphone mon_téléphone gare bataille garer pleut promotion météo temps_fait blague blagues poème capitale président film films chat chats chien chiens robot devoirs dieu je_t_aime sens_de_la_vie
      quelle_heure chanson de_la_politique pizza train avion vol vacances ordre emploi recrutez travail_chez restaurant montagne langue traduis cuire
      riz recette jeu foot match sport musique noël été_commence commence_l_été hiver quel_âge t_appelles appelles habites voitures voiture lune soleil école lunettes
      clés m_ennuie penses maison_et_je gagné roi mes_clés recrutement candidature anniversaire pâques guerre religion dîner faim hôtel taxi aéroport médecin
      mariée copine copain chatgpt télé actualités histoire dissertation python bourse loto métro bus raconte cuisine mon_chat mon_chien`,
    ignore_instructions: 'instructions prompt_système ignore_toutes tu_es_maintenant consignes',
    correct: 'exact',
  },
}
