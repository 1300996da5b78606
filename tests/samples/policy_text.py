"""The wording of the policy manual: a made-up water authority and its rules."""

from __future__ import annotations

SCOPE = """
This manual sets out how the Northlight Water Authority works with its staff, its suppliers and the information that it holds. It binds everyone who is employed by the Authority, seconded to it, or engaged through an agency for more than ten working days. Contracts may add to these rules but may not lower the protection that they give.

The manual replaces the staff handbook of 2019 and the separate expenses circular of 2021. Where a rule of law differs from a rule printed here, the law decides; the Policy Office then amends the manual within sixty days and tells all line managers in writing what has changed.

Questions on the meaning of a rule go first to the line manager and then to the Policy Office. The Policy Office answers within five working days and keeps its answers in a register that every member of staff may read.
"""

DEFINITIONS = [
    "<b>Duty officer</b> means the person named in the weekly roster who may close a plant or order staff off a site.",
    "<b>Field work</b> means any work at a reservoir, pumping station, treatment works or stretch of pipe that is not a staffed office.",
    "<b>Line manager</b> means the person who approves the leave of a member of staff.",
    "<b>Restricted information</b> means information marked Internal or Confidential under chapter 6.",
    "<b>Working day</b> means any day from Monday to Friday that is not a public holiday at the place of work.",
]

HOURS = """
The ordinary working week has 37.5 hours. It is spread over five days unless the line manager and the member of staff agree in writing on another pattern, such as nine days in a fortnight. A pattern of fewer than four days a week needs the consent of the head of department.

Core time is from 10:00 to 15:00. Meetings that everyone of a team must attend are held in core time and are announced at least two working days before. Work outside the hours from 06:30 to 20:00 counts as unsocial hours and carries the supplement of section 4.2.

Time is recorded in the time system on the day on which it was worked. Corrections after more than ten working days need a note from the line manager that gives the reason. Records are kept for three years and then deleted.
"""

BREAKS = """
A shift of more than six hours includes an unpaid break of at least thirty minutes. Between two shifts there are at least eleven hours of rest. When an emergency shortens the rest, the missing time is given back within seven days, and the duty officer reports the case to the Safety Office.

Nobody drives a vehicle of the Authority for more than four and a half hours without a break of forty-five minutes, which may be taken in parts of at least fifteen minutes each.
"""

STANDBY = """
Standby duty covers the nights and weekends of the network control room and of the three large treatment works. A standby week runs from Friday 12:00 to the next Friday 12:00. Nobody has more than one standby week in four without consent.

A call during standby counts as working time from the moment the phone rings, travel included, with at least two hours for each call. Two calls within one hour count as one.
"""

LEAVE = """
Full-time staff have 28 days of annual leave. The entitlement grows by one day after each three years of service up to 33 days. Part-time staff have a proportionate share, rounded up to the next half day.

Leave is requested in the time system. The line manager decides within five working days; silence after that counts as consent. A request may be refused only for a pressing need of the service, and the refusal names that need.

Up to eight days may be carried into the next year and must be used before the end of April. Days that could not be taken because of illness, parental leave or an emergency are carried over without limit for fifteen months.
"""

SICKNESS = """
Whoever cannot work because of illness tells the line manager by phone or message before 09:30 on the first day, or has someone else do so. A medical certificate is needed from the fourth calendar day on, and from the first day where the head of department has asked for it in writing after repeated short absences.

Pay continues in full for six weeks and at seventy per cent for a further twelve weeks in any period of twelve months. After an absence of more than four weeks, the line manager offers a talk on a stepwise return. The talk is voluntary, and its content is not put on the personal file.
"""

PARENTAL = """
Birth leave has 18 weeks at full pay, of which at least six weeks follow the birth. The other parent has four weeks at full pay, which may be taken in two parts until the child is one year old. Adoption is treated as birth, counted from the day on which the child joins the household.

Parents may reduce their hours to not less than 15 a week until the child is eight years old. A refusal needs the signature of the head of department and a reason that the staff council has seen.
"""

PAY = """
Pay bands are printed in Annex A. A new member of staff starts on the first step of the band, or higher where experience in the same field is shown. A step is added every two years, unless the yearly review found that the requirements of the post were not met.

Pay is transferred on the 25th of each month, or on the last working day before. Queries on a pay slip go to the Pay Desk within three months; mistakes in favour of the member of staff are claimed back in instalments of not more than a tenth of net pay.
"""

SUPPLEMENTS = """
Supplements are paid for unsocial hours, for standby and for work under difficult conditions. They are percentages of the hourly rate of the member of staff, may be added to one another up to a total of 110 per cent, and are paid with the following month.
"""

TRAVEL = """
Travel is paid from the ordinary place of work or from home, whichever is nearer to the destination. The cheapest reasonable means is used. First class is paid for train journeys of more than three hours; flights need the consent of the head of department and are not paid for distances that a train covers in less than five hours.

Claims are made within eight weeks of the last day of the journey. Receipts above 15.00 are attached as pictures; a lost receipt is replaced by a signed note for amounts up to 60.00 and not above. The allowances of Table 3 cover meals and small expenses and need no receipts.
"""

SAFETY_DUTIES = """
Safety at work comes before supply, and supply comes before cost. Nobody may be blamed for stopping work that seemed unsafe at the time, even when it later turns out that it was safe.

The Safety Office inspects every site at least once a year and every site with chlorine or ozone twice. It publishes its findings within a month, with the measures agreed and the date by which each will be done.
"""

CONFINED = [
    "Test the air at the top, the middle and the floor of the space, and write the readings on the permit.",
    "Place a second person outside who has no other task and who never enters.",
    "Keep a tripod, a winch and a harness ready at the opening before anyone climbs down.",
    "Agree on signals by voice, by line and by radio, and try all three.",
    "Leave at once when the gas meter sounds, without looking for the cause.",
    "Sign the permit off at the control room when everyone is out.",
]

CHEMICALS = """
Sodium hypochlorite, ferric chloride, aluminium sulphate and powdered lime are stored in separate bunds that hold 110 per cent of the largest tank. Acids and hypochlorite are never stored, pumped or delivered on the same side of a building, since their mixture sets free chlorine gas.

Deliveries are received by two trained persons, who check the label, the paper and the coupling before a valve is opened. The smallest quantities for which the rules of storage apply are given in Table 4.
"""

INFORMATION = """
Information of the Authority has one of three classes. Public information may be given to anyone. Internal information is for staff and for contractors who have signed the undertaking of Annex B. Confidential information is for named persons or roles only. What is not marked counts as Internal.

The class is chosen by the person who writes a document and may be lowered by the head of department alone. A collection has the class of its most sensitive part. Drafts have the class of the final document.
"""

INCIDENTS = """
A suspected loss, theft or unlawful use of information is reported to the Information Desk at once, and at the latest within four hours of becoming known. The desk is staffed at all hours under the number 5500. Reporting late is a breach of duty; reporting in error is not.

The Information Desk decides within 24 hours whether the supervisory authority must be told, and writes down the reasons when it is not. Persons whose data are concerned are told in plain words what has happened, what it may mean for them, and what they can do.
"""

VALVES = """
The position of each closing valve of the trunk mains, the codes of the gates and the times of the patrols are Confidential. They are kept in the control room and in the sealed envelope of the duty officer. They are not sent by e-mail, not even inside the Authority, and not discussed by mobile phone.
"""

PROCUREMENT = """
Goods and services are bought in open competition wherever the market allows it. The value of a purchase is its whole value over the life of the contract, options included. Splitting a purchase to stay below a threshold is a breach of duty.

Offers are opened by two persons, of whom one does not belong to the buying department. Offers that arrive late are returned unopened. The award goes to the best offer under the published criteria, of which price counts for at least thirty and at most seventy per cent.
"""

CONFLICT = """
Whoever takes part in an award declares in writing that neither they nor a close relative has an interest in a bidder. A holding of up to 0.1 per cent in a listed company is no interest in this sense. The declaration is renewed for each award and kept for ten years.

Gifts from bidders and suppliers are returned. Where that would be impolite or costly, they are handed to the Policy Office, which uses them for the yearly raffle of the staff council. Meals at a working meeting may be accepted up to a value of 30.00.
"""

REVIEW = """
The Policy Office reviews the manual every two years together with the staff council. Proposals may be sent in by anyone at any time. A proposal that is not taken up is answered with the reason.

Changes come into force on the first day of the second month after their announcement. Changes that lower pay or lengthen working time need the consent of the staff council and apply to existing contracts only where the contract says so.
"""

EMERGENCY = """
An emergency in the sense of this manual is a threat to drinking water quality, to the pressure in more than one supply zone, or to the life or health of anyone on a site. It is declared and ended by the duty officer, and both times are entered in the log.

During an emergency the duty officer may call staff from leave, change shifts and place orders up to 50,000.00 without an offer. Each of these measures ends with the emergency. A report on their use goes to the board within one month.
"""

TRAINING = """
Every member of staff has five days of training a year. Two of them serve the present post and are agreed with the line manager; the other three may serve any field in which the Authority works. Unused days lapse at the end of the following year.

Training that costs more than 2,500.00 is repaid in part when the member of staff leaves within two years of its end: two thirds in the first year and one third in the second. Nothing is repaid when the Authority gives notice.
"""

CITIES = [
    "Alderby",
    "Ashmoor",
    "Barrowick",
    "Belhaven",
    "Brackley-on-Tarn",
    "Caldmere",
    "Carrick",
    "Chalford",
    "Corfield",
    "Dunmore",
    "Eastmere",
    "Elsworth",
    "Fairlock",
    "Fenwick",
    "Garrowby",
    "Glenhythe",
    "Hartsea",
    "Helmsworth",
    "Inverdale",
    "Kellmouth",
    "Kirkholm",
    "Langrigg",
    "Linwater",
    "Marlock",
    "Merrow",
    "Netherby",
    "Norwick",
    "Oakhampton",
    "Orrin",
    "Pendle",
    "Quay",
    "Port",
    "Selby",
    "Rainford",
    "Ravensey",
    "Redhythe",
    "Saltmere",
    "Sandholm",
    "Selworth",
    "Stanrigg",
    "Tarnmouth",
    "Thornsea",
    "Ulverby",
    "Wainholm",
    "Westerlock",
    "Whitmoor",
    "Wrelton",
    "Yarrowby",
]
