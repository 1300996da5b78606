"""The wording of the financial report: a made-up ferry company. All names and figures are invented."""

from __future__ import annotations

BUSINESS = """
Halden Ferries Group runs car and passenger ferries on eleven routes between the mainland and the islands, two shipyards for repair and conversion, and a small business in harbour services. At the end of the year the Group owned 27 vessels, of which 19 carry vehicles, and employed {staff} persons on average.

Demand follows the seasons. About 58 per cent of passenger revenue falls into the months from May to September, while freight is spread nearly evenly over the year. The timetable is set a year ahead with the regional transport boards, which pay for crossings that would not be run on commercial terms.

The Group competes with two other lines on the southern routes and with the bridge at Storvik, which opened in 2019. On the northern routes there is no other carrier. Contracts with the transport boards are put out to tender every eight years; those for four routes end in {next_year}.
"""

STRATEGY = """
The board has set three aims for the years to {target_year}: to replace the six oldest vessels by battery and hybrid ferries, to bring the share of crossings that leave on time above 97 per cent, and to keep net debt below two and a half times the operating result before depreciation.

Two hybrid vessels, the Maren and the Sigrun, entered service in the year. Each saves about 41 per cent of the fuel of the vessel that it replaced. Two more are under construction at our own yard at Elvebakken and will follow in the spring.
"""

RISKS = (
    (
        "Fuel prices",
        "A rise of the price of marine gas oil by ten per cent would lower the operating result by about 9.4 million before hedges and by 3.1 million after them. Surcharges in freight contracts follow the price with a delay of two months.",
    ),
    (
        "Weather",
        "In the year, 312 crossings were cancelled because of wind or ice, against 268 in the year before. Contracts with the transport boards do not pay for cancelled crossings, and passengers may change or return their tickets free of charge.",
    ),
    (
        "Tenders",
        "Routes that make up 22 per cent of revenue will be tendered within two years. The loss of a tender would leave the Group with vessels that can be used elsewhere only after conversion.",
    ),
    (
        "Information systems",
        "Bookings, crew rosters and the steering of engines rely on computer systems. An attack in the autumn was noticed within an hour and stopped the booking system for nine hours. No data of customers were lost.",
    ),
    (
        "Staff",
        "Deck officers are scarce. The Group trains 34 cadets and offers those who stay for three years the repayment of their fees.",
    ),
)

POLICIES = (
    (
        "Basis of preparation",
        "The consolidated statements are drawn up under the accounting standards in force at the end of the year, on a historical cost basis except for derivatives and pension assets, which are carried at fair value. Amounts are in thousands of crowns unless stated otherwise; small differences in sums are due to rounding.",
    ),
    (
        "Consolidation",
        "Subsidiaries are companies that the Group controls. They are included from the day on which control is gained to the day on which it ends. Balances and gains between companies of the Group are eliminated. Joint ventures are included at equity.",
    ),
    (
        "Revenue",
        "Revenue from tickets and freight is recognised when the crossing has been made. Tickets sold in advance are a contract liability. Payments of transport boards are recognised over the period for which the service is provided. Revenue from conversion contracts at the shipyards is recognised over time by the cost incurred against the total cost expected.",
    ),
    (
        "Vessels and equipment",
        "Vessels are carried at cost less depreciation. The hull and the engines are depreciated over 25 years and the interior over 12 years, each to a residual value of five per cent of cost. Dry-docking is a separate component and is depreciated until the next planned docking, usually over 30 months.",
    ),
    (
        "Leases",
        "Terminals and three chartered vessels are leased. A right of use and a liability are recognised at the start of the lease, measured at the present value of the payments at a rate of between 3.1 and 4.6 per cent. Leases of less than a year are expensed.",
    ),
    (
        "Hedging",
        "The Group hedges up to 70 per cent of its expected fuel use for the next twelve months with swaps on marine gas oil. Changes in their value are shown in other comprehensive income until the fuel is bought.",
    ),
    (
        "Pensions",
        "The plan of the seagoing staff promises a share of the last salary. Its obligation is valued each year by an actuary. Gains and losses from changed assumptions are shown in other comprehensive income.",
    ),
)

EVENTS = """
On 14 January the Group agreed to sell the ferry Borgny, built in 1987, for 21.5 million. The sale was completed on 2 March and gave a gain of 6.2 million, which will be shown in the first quarter.

On 9 February the transport board of the northern region extended the contract for routes 7 and 9 by two years on unchanged terms. No other events after the end of the year call for a change of, or a note to, the statements.
"""

AUDIT = """
We have audited the consolidated statements of Halden Ferries Group, which comprise the statement of income, the balance sheet, the statement of cash flows and the notes. In our opinion they give a true and fair view of the position of the Group at the end of the year and of its results and cash flows for the year.

The matters that took most of our attention were the useful lives of the vessels that will be replaced, the expected cost of two conversion contracts at the Elvebakken yard, and the rate at which the pension obligation was discounted. We discussed each of them with the audit committee.
"""
