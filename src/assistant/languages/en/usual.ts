/** Usual words of English that look like words of the lexicon: they are never taken for typing mistakes. */
export const usual = `
  write closed eighth model models picture cancer windows dying words speed itch pattern weekends chain chuck
  falling apple choir confirm year bracelets potter passport offices place photo staff strike detect detects
  detective deflect effect effects affect perfect prefect reject project object reader leader header ladder later
  latest matter letter litter better bitter butter bottle battle cattle kettle settle title little weather whether
  whither feather leather father rather other mother brother border orders boarder older colder holder solder
  under wonder parcels partial pastel castle hassle pocket rocket socket jacket racket market basket casket ticket
  tickets wicket cricket reform refuse refused refugee refuel refuge return returned retire retired retirement
  saturn western eastern deliver deliberate believer relieve receiver recover reverse reserve deserve observe
  service surface change chance charge charger orange range danger stranger hanger manger ranger track truck trick
  brick black slack stack crack snack shack attack price prize pride prince print paint point pint plant plane
  plate palace status statue station nation notion motion potion lotion shipping shopping skipping slipping
  dripping clipping chopping stopping address actress access success process princess mattress waitress invoice
  voice choice police justice notice novice office missing kissing mission passing massing messing hissing broken
  token spoken woken bracken bread broke woke wrong strong throng string bring spring sting sing thing things
  think thank tank money honey monkey donkey many penny sunny funny card cards hard yard guard bird beard heard
  board stock stick stuck sock shock smock knock clock block size sized seize since rinse raise rise wise account
  amount mount count county country countries phone prone stone alone bone tone throne human woman women hymen
  when then than them there these those where were here arrive derive drive alive strive thrive archive arrival
  rival today toddy totally total postal portal mortal expert expect except accept excerpt concept inspect aspect
  respect carrier barrier courier career farrier carter refute rescue recipe receipt deceit conceit late lates
  gate hate rate mate fate slate date email female emails small discount discuss viscount miscount chanel channel
  chapel exact exam example form from farm firm sleeve sleep sheep steep sweep stolen swollen thanks thinks tanks
  question questions session sessions passion pounds sounds rounds hounds courses course nurse purse horse house
  mouse
`
