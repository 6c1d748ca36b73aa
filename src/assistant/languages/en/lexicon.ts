import type { Lexicon } from '../../understand/lexicon.ts'

/** English. */
export const lexicon: Lexicon = {
  spelling: { apostropheSplits: false, same: [] },
  joints: ['and', 'also', 'but', 'plus', 'then'],
  concepts: {
    filler: `advise a an the is are was were be been being to of on in at for from by as or if that this these those do does did done am
      will would could should can has have had i you u your yours me we us our ours he she they them their there here so just
      really very much too any some please pls plz now get got about what with and but not no out up then than its im ive id
      hi hello am only one day days week weeks time today tomorrow yesterday ago last next monday tuesday wednesday thursday friday
      saturday sunday because since well maybe again right already let know make want wanted like think guess seem need placed
      morning evening afternoon good dear sir madam team guys shop store website online even more most all every another other
      am ill youre youve cant dont doesnt didnt isnt wasnt havent hasnt wont wouldnt couldnt first when where who why how which
      january february march april june july august september october november december
      still yet back way through after before over into off bit lot once use using used try tried`,
    please: 'please pls plz kindly',
    i: 'i im ive id me we weve',
    you: 'you u ya your youve',
    my: 'my mine our',
    me: 'me us',
    it: 'it its this that they them those',
    where: 'where wheres whereabouts were_is were_s wher whre where_is where_are where_can',
    when: `when whens what_day which_day what_time by_when how_soon any_idea_when when_will when_can when_do when_does when_are when_is
      when_did`,
    who: 'who whos whom',
    what: 'what whats which',
    which: 'which what_kind what_sort',
    why: 'why whys how_come',
    how: 'how how_do how_can how_to how_does',
    howmuch: 'how_much howmuch whats_the_price what_would how_much_is how_much_are how_much_was',
    howlong: 'how_long how_much_longer how_many_days how_many_weeks how_much_time how_long_until how_long_till',
    until: 'until till til before how_long_until how_long_till',
    question_did: `has have did do does is are was will can could any whens wheres hows has_my have_you did_you do_you is_it are_you
      do_you_have is_my`,
    whether:
      'is_my is_the is_there is_it was_my was_the was_it has_my has_the has_it did_my did_the did_it does_it does_my does_the are_there any_delay can_you_check could_you_check can_you_confirm could_you_confirm just_checking checking_whether check_if check_whether know_if know_whether do_you_know see_if find_out_if please_confirm',
    or_not: 'or_not or_not_yet',
    untrue: 'untrue false lie lied lying not_true isnt_true wasnt_true its_not_true',
    already: 'already yet so_far still',
    want: 'want wanna need demand like would_like id_like i_would_like request wish rather',
    may: 'can_i could_i may_i is_it_possible can_we',
    please_give: 'give send',
    give: 'give return send',
    not: `not no never nothing dont doesnt didnt havent hasnt isnt wasnt arent werent cant wont wouldnt couldnt hadnt nt without
      nowhere none nobody neither nor aint didn doesn isn wasn haven hasn don`,
    never: 'never_did never',
    nothing: 'nothing no_package no_parcel no_delivery no_order not_a_thing',
    anything: 'anything',
    nobody: 'nobody no_one noone',
    empty: 'empty',
    still: 'still yet',
    order: 'order orders ordr odrer oder purchase purchases my_order',
    parcel: 'parcel parcels package packages packet packets pkg pakage pacakge box boxes',
    delivery: 'delivery deliveries shipment shipments consignment',
    goods: `stuff things thing items item goods product products article articles it_all everything merchandise gear`,
    bought: 'ordered bought purchased placed_an_order i_order placed_my_order made_a_purchase did_i_buy did_i_purchase',
    arrive:
      'arrive arrives arrived arriving arrival turn_up turned_up show_up showed_up shown_up turns_up get_here got_here gets_here come_through',
    receive: 'receive received recieve recieved receiving recive recived get got gotten getting have_got had seen',
    got: 'got received',
    have: 'have got',
    delivered: 'left_on left_at left_with delivered deliverd dropped_off delivers',
    deliver: 'deliver delivers delivering delivered delivery',
    ship: 'ship ships shipped shipping shiped dispatch dispatched send sent sending post posted mail mailed leave_the_warehouse leave_your_warehouse left_the_warehouse left_your_warehouse',
    shipped: 'shipped shiped dispatched sent posted left_the_warehouse out_for_delivery gone_out been_sent',
    sent: 'sent send',
    send: 'send sent ship',
    put: 'put',
    come: 'come comes coming came',
    here: 'here get_here be_here been_here at_my_door there',
    process: 'coming_along processed processing process doing far_along how_far happening going_on whats_up up_with',
    far: 'far_along',
    expect: 'expect expecting expected',
    status: 'status state stage progress update updates tracking_status order_status condition',
    news: 'news update updates updated word information heard_anything any_info any_information',
    what_about:
      'whats_happening_with what_is_happening_with whats_going_on_with what_about how_about whats_up_with whats_going_on_with whats_happening_with what_happened_to what_happened_with',
    delivery_date: 'delivery_date date_of_delivery estimated_delivery_date expected_delivery_date delivery_day',
    date: 'date dates',
    passed: 'passed past gone over',
    track: 'track tracking tracked traking traced trace trackin',
    tracknumber: `tracking_number tracking_code tracking_link tracking_id tracking_info tracking_information tracking_details
      tracking_url tracking_no traking_number tracking_numbers shipment_number consignment_number`,
    number: 'number code link id url no',
    link: 'link',
    follow: 'follow following',
    carrier:
      'carrier carriers courier dhl ups fedex hermes usps gls dpd royal_mail evri tnt postal_service shipping_company delivery_company',
    lost: 'lost missing disappeared vanished misplaced stolen gone_missing went_missing',
    without: 'without',
    late: 'late delayed delay delays overdue behind_schedule latest_delay running_late',
    wait: 'wait waiting waited awaiting waitin',
    duration: 'weeks days months week month ages hours forever years ever',
    fed_up: 'sick_of tired_of fed_up',
    long: 'long slow',
    takes: 'take takes taking',
    supposed: `supposed was_supposed should_have should_be was_due were_supposed was_meant promised was_scheduled should_of shouldve
      was_expected it_was_due`,
    stuck: 'stuck held_up customs no_movement not_moving',
    move: 'moved moving updated changed budged move update movement',
    says: 'says say said marked shows show claims claimed supposedly allegedly apparently status listed according stating states',
    in_it: 'in in_it inside contain contains contained included in_my in_the',
    list: 'list remind name',
    show: 'show display remind',
    howmuch_paid: 'paid',
    paid: 'pay paid spend spent paying i_pay payed',
    charged: 'charged charge billed bill debited charges charging deducted',
    total: 'total sum amount in_total grand_total',
    cost: 'cost costs costing cost_me',
    price: 'price prices pricing how_expensive',
    sale: 'on_sale discounted reduced special_offer on_offer discount sale',
    haveyou: `got_this got_that_in do_you_have do_u_have have_you_got have_you do_you_still_have you_have got_any have_u have_u_got do_you_carry do_you_stock
      do_you_happen_to_have would_you_happen_to_have you_got do_ya_have do_you_guys_have do_you_sell has_it do_you_still_sell any_of
      does_your_shop_have would_you_have`,
    stock: 'in_stock stock stocked instock availability inventory availabilty out_of_stock in_store on_hand',
    available: 'available availble avaliable availabe obtainable can_i_still_get can_i_get still_get in_your_shop',
    sold_out: 'sold_out soldout out_of all_gone',
    left: 'left remaining leftover still_left any_left',
    any: 'any some',
    exists: 'is_there are_there do_they_come does_it_come there_are comes_in is_it_available',
    sell: 'sell selling sells carry',
    buy: 'buy order purchase get grab',
    quantity: 'two three four five six seven eight nine ten pair pairs couple dozen 2 3 4 5 6 7 8 9 10 12 20',
    quantity_word: 'quantity amount number_of',
    in_color: 'in',
    again: 'again back back_in',
    more: 'more new',
    restock:
      'restock restocked restocking replenish replenished back_in_stock new_stock restocks re_stock next_batch get_more getting_more',
    get: 'get getting have',
    info: 'info information details detail describe description tell_me more_about',
    material: `made_of material materials fabric made_from real_wool real_leather organic vegan itchy made_out_of ingredients polyester
      of_real contain_wool hypoallergenic waterproof scratchy made_in made_where composition`,
    care: 'wash washed washing machine_wash washable dishwasher tumble dry_clean care_instructions iron microwave dishwasher_safe',
    dimension:
      'dimensions dimension how_big how_large how_tall how_wide measurements how_long_is how_thick size_chart length diameter capacity how_deep',
    weight: 'how_heavy weigh weighs weight',
    color: `red blue green black white grey gray yellow orange purple pink brown beige navy turquoise silver gold golden cream ivory
      khaki olive burgundy maroon teal mint charcoal natural tan violet lilac anthracite moss sand brick oat graphite plum night_blue
      navy_blue dark_blue light_blue dark_green light_green`,
    size: 'xs s m l xl xxl xxxl 2xl 3xl small medium large extra_large size_* 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48',
    size_word: 'size sizes',
    sizes: 'sizes what_size which_size size other_sizes',
    colors: 'colors colours color colour shades shade variants variations versions styles patterns',
    all: 'all every',
    options: 'options option choices variants variations versions models',
    other: 'other another different more else',
    bigger:
      'bigger larger smaller bigger_one larger_one smaller_one a_bigger a_smaller larger_size bigger_size size_up next_size',
    product: `shirt shirts shoe shoes dress dresses jacket jackets coat coats trousers jeans pants skirt sweater sweaters jumper hoodie
      cardigan scarf scarves hat hats cap beanie gloves socks sock boots sneakers bag bags backpack tote belt wallet mug mugs cup cups
      glass glasses_set plate plates bowl blanket blankets pillow cushion towel towels lamp table chair sofa candle candles book books
      ring necklace bracelet earrings watch phone_case charger cable headphones perfume cream_pot soap poster vase poncho leggings
      blouse pyjamas tshirt t_shirt grill toaster kettle pan pot knife bottle toy mat rug curtain`,
    no_refund:
      'no_longer_want_a_refund no_longer_want_the_refund dont_want_a_refund do_not_want_a_refund dont_want_the_refund dont_want_my_money_back dont_need_a_refund not_a_refund',
    whatif: 'what_if what_happens_if what_happens_when what_would_happen_if',
    refund:
      'refund refunds refunding refunded refnd reimburse reimbursed reimbursement reimbursment refound chargeback',
    refunded: 'refunded refund_me reimbursed youd_refunded have_refunded',
    money: 'money cash funds dough',
    moneyback: 'money_back my_money money_returned cash_back get_my_money refund_me my_cash',
    giveback: `return returning send_back send_something_back send_anything_back send_it_back sending_back sent_back bring_back give_back returned ship_back send_this_back
      send_them_back give_it_back take_back ship_it_back mail_back sending_it_back send_the return_it return_this return_an take_it_back`,
    returns:
      'returns return_policy return_shipping return_label return_address refund_policy returning_things return_process return_window return_period a_return',
    dislike: 'dont_like things_i something items_i',
    question_accept: 'do_you_accept accept can_i_return_things can_you_return are_returns',
    days: 'how_many_days how_long how_much_time',
    period: 'how_long how_many_days period deadline window',
    policy: 'policy policies rules terms conditions',
    label: 'label labels',
    visit: `opening_hours opening_times business_hours store_hours shop_hours when_do_you_open what_time_do_you_open when_are_you_open are_you_open
      physical_store physical_shop store_location where_is_your_store where_is_your_shop where_are_you_located where_are_you_based visit_your_store
      visit_your_shop your_showroom contact_details reach_you`,
    warranty: 'warranty guarantee guaranteed warranties guarantees',
    received: 'received receive got',
    broken: `doesnt_turn_on not_turn_on broken broke damaged defective defect faulty cracked shattered torn ripped hole holes smashed scratched stain stained
      stopped_working not_working doesnt_work dont_work does_not_work didnt_work not_work leaking leaks dented ruined busted malfunctioning
      fell_apart come_undone came_undone falling_apart dead_on_arrival bent chipped snapped come_apart came_apart wont_turn_on moldy mouldy
      crushed in_pieces wore_out damage cracks`,
    wrong: 'wrong incorrect mistaken mixed_up different',
    wrong_item: `wrong_item wrong_product wrong_thing wrong_order someone_elses wrong_article wrong_one wrong_size_was wrong_items not_mine
      different_item different_from_what wrong_stuff`,
    missing: 'missing lacking',
    not_what: 'not_what isnt_what wasnt_what not_the_one didnt_order never_ordered not_as_described isnt_as_described',
    changed_mind:
      'change_my_mind changed_my_mind dont_need_it_anymore no_longer_need no_longer_want_it dont_want_it_anymore',
    not_fit:
      'doesnt_fit too_small too_big too_large too_tight too_short too_long_for does_not_fit dont_fit didnt_fit too_loose do_not_fit',
    shipping: 'shipping delivery postage shipment ship delivery_fee',
    to: 'to into',
    country: `canada switzerland austria germany france spain italy norway sweden denmark usa america uk england ireland australia japan
      belgium netherlands poland portugal countries country abroad internationally international overseas worldwide europe eu hawaii
      mexico china india brazil finland greece luxembourg iceland turkey scotland`,
    abroad: 'abroad internationally international overseas worldwide outside',
    free: 'free',
    express: 'express next_day same_day overnight priority_shipping',
    how_fast: 'how_fast how_quickly how_quick',
    method: 'methods method ways way options option kinds',
    paymethod: `payment_methods payment_method payment_options ways_to_pay forms_of_payment pay_by_invoice payment_types
      payment_option invoice_payment pay_on_account buy_now_pay_later`,
    pay: 'pay paying payment payments checkout',
    brand: `paypal visa mastercard amex american_express klarna apple_pay google_pay credit_card credit_cards debit_card debit_cards
      bank_transfer gift_card gift_cards cash_on_delivery maestro bitcoin crypto sepa stripe afterpay`,
    take: 'take takes',
    possible: 'possible',
    with: 'with by using via',
    safe: 'safe secure',
    cancel: 'cancel cancle cancell cancelled canceled cancelling canceling cancellation cancelation cancels call_off',
    change: 'change edit modify update amend alter adjust correct switch',
    remove: 'remove delete take_out take_off leave_out',
    discount: 'discount_code promo_code voucher coupon discount promo voucher_code',
    use: 'use apply enter',
    address: 'address adress addres adresse addresses shipping_address delivery_address',
    house: 'house_number apartment_number postcode postal_code zip_code door_number flat_number zip',
    street: 'street street_name',
    typo: 'typo misspelled misspelt spelled_wrong mistyped mistake',
    website:
      'website webpage web_page site app checkout cart basket page this_chat the_chat your_chat this_bot the_bot your_bot this_chatbot the_chatbot your_chatbot your_assistant this_assistant',
    office: 'office workplace neighbour neighbor work my_work parents my_mother',
    exchange:
      'exchange exchanging exchanged swap swapping swapped exchanges trade_it replace replacement switch_it we_switch replaced',
    instead: 'instead',
    person: 'human person people humans real_person somebody someone human_being live_person',
    people: 'people',
    someone: 'someone somebody anyone anybody',
    agent:
      'agent representative rep operator advisor adviser human employee staff_member live_agent live_chat support_agent assistant_manager',
    talk: 'talk speak chat contact connect transfer reach speaking talking put_me_through call connect_me get_me',
    real: 'real actual live',
    phone:
      'phone_number by_phone over_the_phone on_the_phone your_phone telephone hotline call_you telephone_number call_me phone_support give_me_a_call ring_me',
    callback: 'call_me_back callback call_back ring_me_back',
    complaint: `what_a_joke complaint complain complaints unacceptable ridiculous disappointed disappointing terrible horrible awful disgraceful
      outrageous worst disgusting bad_review one_star appalling is_a_joke such_a_joke poor_service bad_service lousy rubbish_service dissatisfied unhappy
      negative_review pathetic shameful shocking_service`,
    insult:
      'useless idiots stupid incompetent morons fuck fucking shit crap bastards wtf bullshit hell_with_you screw_you damn assholes liars',
    angry: 'angry furious pissed mad livid annoyed frustrated upset fuming',
    never_again: 'never_again never_ordering never_order never_buy never_buying never_shop',
    legal: `dispute_this dispute_the dispute_it open_a_dispute sue lawyer attorney legal_action solicitor court lawsuit legal_steps consumer_protection trading_standards ombudsman suing
      small_claims take_you_to_court report_you`,
    delete_data:
      'delete_my_data delete_all_my_data gdpr my_personal_data erase_my_data data_protection remove_my_data personal_data',
    fraud: `fraud scam scammers hacked unauthorized unauthorised unauthorized_payment dont_recognise dont_recognize stolen_card phishing
      fraudulent identity_theft didnt_make_this_purchase didnt_make_this_order scammed never_made_this used_my_credit_card used_my_card
      didnt_authorise didnt_authorize rip_off not_recognise`,
    twice: 'twice double two_times 2_times 2x',
    card: 'card credit_card',
    account: 'account accounts profile login_details',
    login_problem: `log_in login sign_in log_into log_on signing_in logging_in cant_access_my_account locked_out signin`,
    password: 'password passwort pasword passwords passcode',
    newsletter: 'newsletter unsubscribe mailing_list marketing_emails spam unsubscribing promotional_emails',
    email: 'email_address email my_email mail_address',
    invoice: 'invoice invoices receipt receipts vat_invoice tax_invoice bill_for proof_of_purchase company_name',
    greet: `hi hello hey hiya heya yo good_morning good_evening good_afternoon good_day greetings howdy hello_there hey_there hi_there
      anyone_there is_anyone_there sup hullo whats_up anybody_there how_are_you`,
    thank: `thanks thank thx ty cheers thank_you thankyou appreciated thnx tysm appreciate_it appreciate awesome that_helped great_help
      much_appreciated you_helped`,
    praise: 'great super cool brilliant wonderful',
    bye: 'bye goodbye see_you cya good_night nice_day farewell thats_all have_a_nice_day see_ya good_bye take_care nice_evening nice_weekend great_day',
    yes: `yes yep yeah sure ok okay correct right absolutely yup exactly definitely of_course thats_right y yess yea indeed certainly
      thats_correct sounds_good perfect go_ahead fine`,
    no: 'no nope nah nay not_really no_thanks thats_wrong i_dont_think_so n negative never_mind nevermind not_that_one wrong none',
    neither: 'neither_of none_of not_that_one neither',
    pick: `first second third fourth fifth last the_first_one the_second_one option_1 option_2 option_3 option_4 option_5 1 2 3 4 5
      number_1 number_2 number_3 number_4 number_5 first_one second_one last_one`,
    help: 'help question questions problem problems assistance issue issues need_help help_me assist',
    off: `my_phone did_i_leave i_left weather the_baby the_conclusion conclusion conference promotion_at alphabetical phoenix airport bus rome raining horse toilet beach joke jokes poem capital president president_of movie movies film films cat cats dog dogs dogs_ robot math homework god
      love_you i_love meaning_of_life what_time_is song sing politics political pizza train trains flight flights plane bus holiday in_what_order
      law_and_order bored job jobs hiring apply_for career restaurant restaurants park mountain mount everest language translate cook rice
      recipe game games football soccer sport sports music born summer winter christmas easter how_old your_name who_made_you you_a_robot
      is_this_a_bot is_this_a_robot am_i_talking_to_a_bot am_i_talking_to_a_robot are_you_human are_you_real are_you_a_bot are_you_a_robot are_you_single wearing you_live do_you_live your_ceo car cars moon sun star stars
      wars world_end planet doctor married marry girlfriend boyfriend wife husband_is school university exam lottery stock_market
      bitcoin_price stocks story stories riddle trivia brother sister birthday_is news_today prime_minister election religion
      dinner lunch breakfast coffee vacation hotel taxi airport wifi computer laptop_broken phone_is_broken favourite favorite my_cat
      my_dog my_keys keys glasses chatgpt openai ai_model hungry tired home_work essay python javascript television tv netflix`,
    ignore_instructions: `ignore_all ignore_previous ignore_your system_prompt you_are_now previous_instructions your_instructions
      your_prompt jailbreak developer_mode pretend_to_be act_as pretend_you`,
    correct: 'correct right',
  },
}
