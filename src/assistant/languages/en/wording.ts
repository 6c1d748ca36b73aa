import type { WordingWords } from '../../model/verify/wording-words.ts'

/** What a model may say in English. */
export const wording: WordingWords = {
  plain:
    'a|an|the|this|that|these|those|it|its|they|their|you|your|we|our|i|is|are|has|have|s|ve|m|re|of|on|in|at|for|from|with|to|as|yet|now|right now|already|just|just now|currently|still|also|which|i see that|i can see that|we see that|at the moment|at this time|for now|do not have|so far|of which',
  verbs: 'is|are|has|have|s|ve|m|re',
  negations: 'not|no|never|none|nothing|nobody|cannot|without|neither|nor',
  alongside: '',
  courtesies:
    'i see|i can see|hi|hi there|hello|hello there|hey|dear #|good day|good morning|good news|great news|thanks|thank you|thanks a lot|many thanks|thanks for your message|thank you for your message|thanks for writing|thank you for writing|thanks for your question|thank you for your question|thanks for asking|thank you for asking|thank you for your patience|thanks for your patience|thanks for reaching out|thank you for reaching out|thanks for getting in touch|thank you for getting in touch|sure|sure thing|of course|happy to help|i am happy to help|i m happy to help|glad to help|gladly|with pleasure|here is the latest|here s the latest|here is an update|here s an update|here is the update|here is what i see|here is what i found|here s what i found|here is what i know|here are the details|good question|great question|i understand|have a nice day|have a great day|have a lovely day|best wishes|kind regards|best regards|all right|alright|great|okay|ok',
  regret: 'unfortunately|sadly|i am afraid|i m afraid|i am afraid that|regrettably',
  shared:
    'was|it was|there is|there are|there s|here|open|back|it comes in|we have|too|can|see|tell|returns|to refund|page|ready',
  asking: 'is|are|has|have|can|which|do',
  meanings: {
    order:
      'your order|the order|this order|that order|our order|order #|your order #|the order #|of order|for order|your orders|your purchase|your order number #|your order number is #',
    parcel:
      'first parcel|second parcel|third parcel|the first|the second|the third|parcel|package|parcels|packages|shipment',
    carrier: 'carrier|courier|delivery company',
    refund:
      'your refund|the refund|a refund|this refund|refund of|refund for|your refund of|the refund of|a refund of|an open refund',
    shop: 'shop|store',
    items: 'items|item',
    status: 'status|its status',
    team: 'our team|the team',
    offer: 'the offer|offer|our offer',
    return_period: 'return period|the return period|return window|period for returns|period for returning it',
    yes: '=yes',
    no: '=no',
    delivery: 'delivery',
    days: 'days|day',
    follow:
      'follow it here|track it here|follow your parcel here|track your parcel here|follow the parcel here|track the parcel here|you can follow it here|you can track it here|you can follow your parcel here|you can track your parcel here|you can follow the parcel here|you can track the parcel here|follow it at|track it at|you can follow it at|you can track it at',
    confirm:
      'please confirm it with the button|confirm it with the button|please confirm with the button|please confirm the refund with the button|please confirm your refund with the button|please use the button to confirm it|please confirm it using the button|just confirm it with the button',
    ask_contact:
      'if you like|if you wish|if you want|write your email address here|please write your email address here|leave your email address here|please leave your email address here|you can write your email address here|you can leave your email address here|that we can reply there too|that we can reply there|we can reply there too|we can reply there|we can also reply there|that we can also reply there|too',
    sign_in:
      'please sign in to the shop|sign in to the shop|please sign in|to hear more about this order|to hear more about your order|to see more about this order|to see more about your order|to learn more about this order|to find out more about this order|to find out more about your order|for more about this order|for more information about this order',
    part: 'a part of|part of|some of|partly|partially|one part of',
    few: 'there are only a few left|there is only a few left|only a few are left|only a few left|only a few|just a few left|just a few are left|just a few|a few left|a few are left|stock is low|running low',
    fewer: 'fewer than|less than|there are fewer than',
    within: 'within',
    until: 'until|up to|by|no later than',
    one_version: 'in one version only|only in one version|in only one version|in just one version',
    automatic: 'automatically|automatic|an automatic refund|offer an automatic refund',
    earlier_refund:
      'an earlier refund|earlier refund|a previous refund|previous refund|an earlier refund of|a previous refund of',
    received:
      'was received|been received|we received your order|we have received your order|we ve received your order|we have your order|was received|is received|received|came in',
    waiting_processing:
      'in line for processing|waiting to be processed|waits to be processed|is waiting to be processed|awaiting processing|waiting for processing|is awaiting processing',
    preparing:
      'being prepared|is being prepared|in preparation|being processed|preparing your order|preparing it|getting your order ready|getting it ready|being made ready|being put together',
    shipped:
      'shipped|been…shipped|was…shipped|were…shipped|dispatched|been…dispatched|was…dispatched|been…sent|was…sent|sent out|been…sent out|was…sent out|left our warehouse|left the warehouse',
    delivered: 'delivered|been…delivered|was…delivered|were…delivered|arrived|delivery was completed',
    cancelled: 'cancelled|been…cancelled|was…cancelled|canceled|been…canceled|was…canceled',
    refunded: 'refunded|been…refunded|was…refunded|were…refunded',
    returned: 'returned|been…returned|was…returned',
    information:
      'information|any information|information about|information on|any information about|any information on',
    packed: 'packed|been…packed|packed and ready|ready',
    pickup:
      'waits to be picked up by the carrier|waiting to be picked up by the carrier|waits to be picked up|waiting to be picked up|waiting for the carrier|waits for the carrier|waiting for the carrier to pick it up|waiting for pickup by the carrier|to be picked up by the carrier|picked up by the carrier|waiting for pickup|be picked up by the carrier',
    on_its_way: 'on its way|on the way|on their way|in transit|travelling|traveling',
    back_to_shop:
      'on its way back to the shop|on the way back to the shop|on its way back|on the way back|going back to the shop|coming back to the shop|heading back to the shop|back to the shop|being returned to the shop|being sent back to the shop',
    out_for_delivery: 'out for delivery',
    delayed: 'delayed|been…delayed|running late|late|running behind schedule',
    problem:
      'reports a problem|reported a problem|reports a problem with|reported a problem with|a problem with|a problem was reported|has reported a problem with|is reporting a problem with|is reporting a problem',
    lost: 'reported lost|reported as lost|been…reported lost|been…reported as lost|was…reported lost|was…reported as lost|marked as lost|been…marked as lost',
    expected:
      'was expected|should have arrived|should…have arrived|expected|should arrive|should reach you|should be with you|expected to arrive|should…arrive|arrives|due|due to arrive|estimated to arrive|estimated delivery|expected delivery|delivery is expected|expected delivery date|estimated delivery date|estimated delivery date is|scheduled to arrive|you can expect it|you can expect your parcel|you can expect the parcel|you can expect your order|we expect it|expected to be with you',
    between: 'between',
    news: 'last news|latest news|last update|latest update|most recent update|newest update|the last news|the latest news|the latest update|the last update|the most recent update|most recent news|news…was|update…was',
    tracking: 'there is|there are|tracking number|tracking code|the tracking number|your tracking number',
    as_of:
      'as of|last updated on|was last updated on|this is as of|this information is as of|this information is from|information as of|from',
    contains: 'contains|includes|consists of|contain|has these items|contains these items|includes these items',
    know: 'do…know|know|known|am…aware of|be sure|am…sure|tell|see',
    total: 'total|in total|comes to|amounts to|adds up to|the total|its total|total amount|total price|cost|costs',
    available: 'available|in stock|!unavailable|!sold out|!out of stock|we have…in stock|do have…in stock',
    stock_open:
      'whether…in stock|if…in stock|whether…available|if…available|know whether…in stock|know if…in stock|sure whether…in stock|sure if…in stock',
    can_order:
      'you can order it|can be ordered|can still be ordered|you can still order it|you can still order|you can order|possible to order it',
    back: 'expect it back|we expect it back|expected back|expected back in stock|back in stock|expected to be back|expected to be back in stock|expected to be available again|should be back|should be back in stock|should be available again|available again|back',
    when_back:
      'known when…back|know when…back|known when…available again|know when…available again|when…will be back|when…is back|when…will be available again|sure when…back|clear when…back|known yet when…back|known yet when…will be back',
    offered: 'offered|offered in|come in|comes in|exist in|offer…in|do…offer|does…come in',
    exists: 'there is|there are|we have|there s|you can choose from|you can choose between|it comes in',
    price: 'costs|cost|price|the price|price of|the price of|its price|priced at|price is',
    before:
      'was|it was|before|previously|it was…before|was…before|it was previously|it cost…before|down from|used to be',
    comes_in: 'comes in|come in|is offered in|are offered in|there is…in|we have…in|can be had in|exists in',
    know_more:
      'know no more about…than its name|more about…than its name|know nothing more about…than its name|!only know the name of|!only know its name|know…more about…than its name|more about…than the name',
    offer_refund:
      'can|offer another refund|offer a refund|offer refunds|offer refunds here|offer a refund here|offer any refunds here|offer a second refund|another refund|offer an automatic refund|offer a refund for|offer refunds in this chat',
    over: 'over|ended|has ended|expired|has expired|passed|has passed',
    open_refund:
      'already an open refund|an open refund|open refund|there is already a refund open|a refund is already open|refund is already open|refund already open|there is|is already open|open',
    checked: 'being checked|being reviewed|being verified|under review',
    left_to_refund: 'left to refund|left to be refunded|left that could be refunded|more to refund|to refund',
    find_amount:
      'find out the amount|determine the amount|work out the amount|tell the amount|find the amount|find out the amount for|see the amount',
    wait_you:
      'waits for you|waiting for you|is waiting for you|waits for your confirmation|waiting for your confirmation',
    approval:
      'waits for our approval|waiting for our approval|is waiting for our approval|awaiting our approval|awaits our approval|awaiting approval|needs our approval|waiting for approval|pending our approval|waiting to be approved|waits for approval',
    making: 'being made|being carried out|being processed|in progress|under way|underway|being issued',
    accepted: 'was…accepted|been…accepted|accepted',
    made: 'been…made|was…made|could…be made|been…completed|was…completed|went through|go through|been…carried out|could…be completed|could…be carried out|been…processed|is complete|was successful|was issued|been issued|could…be processed',
    looks_into:
      'looks into it|is looking into it|looking into it|looking into this|looks into this|taking care of it|takes care of it|checking it|checking this|on it',
    wanted: 'did…want|want|wanted|you did…want|!you declined|!declined|chose…to take',
    approved: 'approved|was…approved|been…approved',
    expired:
      'expired|has expired|ended|lapsed|offer to refund|the offer to refund|our offer to refund|offer to refund you|offer of a refund|to refund you',
    has_refund:
      'there is…refund|there are…refunds|see…refund|find…refund|found…refund|have…refund|here|can see…refund|refunds for|any refund|any refunds',
    can_return:
      'you can return your order|you can return it|can be returned|you can return|you may return your order|you may return it|may be returned|returns are possible|you can send it back|you can send your order back|can be sent back|you can still return it|you can still return your order|you can still return|can still be returned|a return is possible|you have…to return it|you have…to return your order|you have…to return order',
    after_delivery:
      'after delivery|after the delivery|after it was delivered|of delivery|from delivery|of the delivery|after your order is delivered|after your order was delivered|after your delivery',
    time_limit:
      'time limit|limit|deadline|time limit for returns|time limits for returns|deadline for returns|limit for returns|returns|returning your order|time limit on returns',
    more: 'more|read more|you can read more|more on this|more about this|more details|more information|you can find more|here|further details|find more',
    other_language: 'in another language|in a different language|our page about this|our page on this|our page|page',
    cancel_self:
      'can|i…cancel orders|i…cancel orders myself|i…cancel your order|i…cancel your order myself|i…cancel it|i…cancel it myself|i…cancel the order|i…cancel the order myself|i…cancel an order|i…cancel an order myself',
    change_self:
      'can|i…change orders|i…change orders myself|i…change your order|i…change your order myself|i…change the order|i…change the order myself|i…change an order|i…change an order myself',
    address_self:
      'can|i…change addresses|i…change addresses myself|i…change the address|i…change the address myself|i…change your address|i…change your address myself|i…change an address|i…change an address myself',
    exchange_self:
      'can|i…exchange items|i…exchange items myself|i…exchange it|i…exchange it myself|i…exchange the item|i…exchange the item myself|i…exchange an item|i…exchange an item myself|i…exchange your item',
    sorry:
      'i am sorry|i m sorry|sorry|we are sorry|we re sorry|i am very sorry|i am really sorry|i m very sorry|i m really sorry|very sorry|so sorry|about that|about this|for that|for this|to hear that|to hear this',
    hand_over:
      'i ll hand you over to our team|i ll pass you on to our team|i ll pass this on to our team|hand you over to our team|handing you over to our team|hand this over to our team|handing this over to our team|hand it over to our team|passing you on to our team|pass you on to our team|passing this on to our team|pass this on to our team|connecting you with our team|connect you with our team|forwarding this to our team|am handing you over to our team|m handing you over to our team|am passing you on to our team|m passing this on to our team|m connecting you with our team|am connecting you with our team',
    answer_here:
      'someone will answer here|someone will reply here|someone will answer you here|someone will reply to you here|someone will answer|they will answer here|they will reply here|who will answer here|who will reply here|someone there will answer here|someone from our team will answer here|someone from the team will answer here',
    back_on:
      'who will be back on|will be back on|who are back on|is back on|are back on|they will be back on|who is back on|they are back on|back on|back',
    reply_to: 'will reply to|will also reply to|will answer to|too|reply to',
  },
}
