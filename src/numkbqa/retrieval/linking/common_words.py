"""Common English words of questions: none is taken for a misspelled name, nor for a part of a name."""

from typing import Final

_VERBS = """
act acted acts add added affect affected agree air aired allow allowed appear appeared appears arrive
arrived ask asked attack attacked attend attended base based became become becomes began begin begins
begun believe believed belong belonged belongs bought break breaks bring brings broke brought build
building builds buy call calls came carried carry cause caused causes celebrate celebrated change changed
changes choose chose chosen close closed come comes coming compete competed compose composed connect
connected consist consists contain contained contains control controlled cost costs count counts cover
covered covers create created creates cross crossed crosses crossing decide decided design designed
develop developed direct directs discover discovered divide divided draw drew drink drop eat educate
educated elect elected emerge end ended ends enter entered exist existed exists face faced fall fell fight
fighting fill fit fly follow followed follows form formed fought gave gets getting gives giving goes going
gone got govern governed grew grow growing grown grows happen happened happens hate hear heard held help
helped helps hire hit hold holds host hosted hosts influence influenced inspire inspired invade invaded
invent invented join joined keep kept kill killed kills knew knows land landed lay lead leader leads learn
leave leaves led left lend lie lies like liked likes listen looks lose lost love loved loves makes making
married marry mean means measure measured meet melt melts met mine moved moves need needs offer open
opened operate operated originate originated own owned owns paid painted pass passed pay perform performed
play played playing plays practice practiced practise practised produce produces publish published pull
push put ranked ranks reach reached read receive received record recorded refer rest result retire retired
rose ruled rules said sang save saw say saying says seen sell sells send sent serve served serves set sets
share shared shares shoot shot sign signed sing singing sings sit sold speak speaking speaks spend spoke
spoken stand stands star starred starring stars start started starts stay stayed stop stopped studied
study suffer support take taken takes talk taught teach tells think thought throw took touch touched trade
travel traveled travelled tried try trying turn turned use used uses using visit visited vote voted walk
want wanted wants watch wear went win wins won work worked working works worn write writes writing wrote
"""

_NOUNS = """
actor actors actress actresses age airport airports album albums animal animals answer army artist artists
author authors award awards band bands battle beach bigger birth birthday body book books border brother
brothers building buildings business career cause center centre century champion character characters
child children cities city class club clubs coach college colleges color colors colour colours companies
company continent continents countries country county couple culture cups currency dad daughter daughters
day days death deaths degree degrees director directors disease distance division drama drink education
element elements empire entity era event events example family famous father fathers field film films flag
food foods form founder friend friends fun game games genre genres girl girls god gods government governor
group groups guy headquarters home house husband idea illness industry inhabitant inhabitants instrument
instruments island islands issue item items job jobs kid kids kind kinds king kingdom kings lake lakes
landmark language languages law leader leaders league letter level life lines list lists main man manager
map market mascot meaning medal member members men metal metals mile miles military mom money month months
mother mountain mountains movie movies municipality museum museums music musician name nation nationality
nations neighbor neighbors neighbour neighbours newspaper nickname novel novels object office official
officials order organisation organization organizations origin owner painting park parks part parts party
peak peaks period philosophy picture place player players poem point points political politician position
power president presidents price prize prizes product products profession province provinces queen
question radio reason reasons region regions religion religions republic result river rivers road role
roles rule sea season seasons series sex ship show shows side singer singers sister sisters site sites
size society son song songs sort sport sports stadium state states station stop store story street stuff
style subject symbol symptom system teacher team teams television thing things time times timezone title
titles today tomorrow tool top tour tourist tower town towns tree type types universities university value
village voice volume war wars water way weather week weeks wife winner winners wives woman women word
words work world writer writers year years yesterday zone zones
"""

_OTHERS = """
above actual actually after again against ago alive almost alone along already also although always and
another anything apart asian aside away back because before behind below beside besides better beyond big
bigger bright called certain chief cold common current currently daily different double during early
easily east eastern easy else enough especially even ever exact exactly except far fast favorite favourite
few final finally five fly foreign former four free full general good greatest half hard hence higher hot
hundred important inside instead international just later least less local locally longer lower many maybe
middle million modern more mostly much national native nearby nearest never next nice nine north northern
nothing often old once onto open original originally other outside own past perhaps popular possible
present probably public quite rather real really regular right same sea seven several simple since single
six small smaller some someone something sometimes soon south southern special still such taller ten
thirty those thousand three thus together tonight total toward towards traditional true twelve twenty
twice two under unique until upon usually various well west western whatever whether white whole whom
whose wide within without worse wrong yes yet young younger your
"""

COMMON_WORDS: Final = frozenset(f"{_VERBS} {_NOUNS} {_OTHERS}".split())
