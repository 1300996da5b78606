"""Planted faults of cutting and ranking: evidence over a cut, behind better matches, unread, or behind copies."""

from __future__ import annotations

from chunkstudio.layout.model import LayoutDocument
from chunkstudio.retrieval.trials import TrialDocument
from tests.chunking.documents import DocumentBuilder
from tests.retrieval.planted_fault import SHORT_SIGHTED, Plant, ask, profile_of

_RETURNS = (
    "A buyer who sends goods back within thirty days receives the whole price.",
    "Shoes that were worn outdoors, opened cosmetics and goods cut to measure stay with the buyer.",
    "Postage for the way back is paid by the shop when the goods were faulty, and otherwise by the buyer.",
    "The money arrives on the card that was used, seven days after the parcel was checked.",
)


def cut_by_the_budget() -> Plant:
    """Four sentences of one paragraph answer together; the budget holds one or two of them."""
    document = LayoutDocument.from_text(
        "The shop opens at nine. On Sundays only the bakery is open.\n\n" + " ".join(_RETURNS) + "\n\nGift cards never expire.",
        title="Terms of the shop",
    )
    question = ask(document, "Under which conditions does a buyer receive the price of goods sent back?", " ".join(_RETURNS))
    return Plant(
        "cut by the budget", "cut in two", (TrialDocument(document),), question, profile_of(5, assembly__token_budget=44)
    )


def cut_by_a_section() -> Plant:
    """The answer begins at the end of one section and goes on under the next heading."""
    b = DocumentBuilder()
    b.title("Care of the organ")
    b.heading("Before a concert")
    b.text("The sexton airs the loft. He then switches the blower on, waits eight minutes and tries every stop once.")
    b.heading("After a concert")
    b.text("He closes all swell boxes, switches the blower off and locks the console. The key goes back to the office.")
    b.heading("Tuning")
    b.text("The reeds are tuned twice a year. Nobody sits in the nave while the tuner works.")
    document = b.build("Care of the organ")
    quote = (
        "switches the blower on, waits eight minutes and tries every stop once. After a concert "
        "He closes all swell boxes, switches the blower off and locks the console."
    )
    question = ask(document, "What does the sexton do with the blower before and after a concert?", quote)
    return Plant("cut by a section", "cut in two", (TrialDocument(document),), question, profile_of(5))


def cut_by_the_score() -> Plant:
    """A wide gap between two short paragraphs that belong together is worth a cut under a low threshold."""
    b = DocumentBuilder()
    b.title("Allotment rules")
    b.heading("Water")
    b.text("Hoses are forbidden between noon and five o'clock. Cans may be filled at the brass tap at any hour.")
    b.text("In a dry summer the board may close the brass tap too. A red flag at the gate then says so.", gap=70.0)
    b.text("Rain barrels are welcome. They are covered, so that no child and no hedgehog falls in.", gap=70.0)
    document = b.build("Allotment rules")
    quote = (
        "Cans may be filled at the brass tap at any hour. In a dry summer the board may close the brass tap too. "
        "A red flag at the gate then says so."
    )
    question = ask(document, "When may cans be filled at the brass tap and how is it announced that it is closed?", quote)
    profile = profile_of(5, assembly__threshold=0.02, context__heading_path=False)
    return Plant("cut by the score", "cut in two", (TrialDocument(document),), question, profile)


def behind_other_words() -> Plant:
    """The question speaks of money back and a concert called off, the answer of reimbursement and cancellation."""
    b = DocumentBuilder()
    b.title("House rules")
    for heading, text in (
        ("Doors", "The doors are opened an hour before a concert. Bags are left at the back of the foyer."),
        ("Bar", "The bar takes money in coins and notes. Glasses are brought back after the concert."),
        ("Late guests", "Guests whose name was called twice are led to their seats at the back."),
        ("Tickets", "Ticket holders are reimbursed in full whenever a performance is cancelled by the organiser."),
        ("Lost things", "A purse with money in it is kept in the safe and given back to its owner."),
        ("Lights", "House lights go off when the conductor has been called to the stage."),
    ):
        b.heading(heading)
        b.text(text)
    document = b.build("House rules")
    quote = "Ticket holders are reimbursed in full whenever a performance is cancelled by the organiser."
    question = ask(document, "Do I get my money back if the concert is called off?", quote)
    return Plant("behind other words", "outranked", (TrialDocument(document),), question, profile_of(3))


def behind_many_better() -> Plant:
    """Seven short sections speak of the inspection of a pump; the one that answers does so late and in passing."""
    b = DocumentBuilder()
    b.title("Maintenance plan")
    for heading, text in (
        ("Fire pump", "Inspection of the fire pump is done by the brigade. The pump runs dry for a minute."),
        ("Bilge pump", "The bilge pump gets its inspection in dock, float switch and strainer included."),
        ("Fuel pump", "A leaking fuel pump fails its inspection. Seals are kept in drawer four."),
        ("Feed pump", "Feed pump inspection needs two fitters, a crane and a cold boiler."),
        ("Sump pump", "Mud is the enemy of any sump pump; inspection begins with a bucket of clean water."),
        ("Heat pump", "Only a licensed firm may open the heat pump. Its inspection report goes to the council."),
        ("Air pump", "Inspection of an air pump means listening: a healthy pump hums, a worn pump rattles."),
    ):
        b.heading(heading)
        b.text(text)
    b.heading("Calendar of the workshop")
    b.text(
        "January belongs to the cranes. In February the ladders are weighed and painted, and hoists are greased. March is "
        "kept free for audits. In April the gardeners borrow the van. The yearly inspection of every pump on the premises "
        "falls in the second week of May. June brings the apprentices, July the holidays, August the stocktaking. From "
        "September on the heating is tried, and in November the gutters are cleared of leaves before snow comes."
    )
    document = b.build("Maintenance plan")
    quote = "The yearly inspection of every pump on the premises falls in the second week of May."
    question = ask(document, "When is the inspection of the pump?", quote)
    return Plant("behind many better", "outranked", (TrialDocument(document),), question, profile_of(3))


def behind_another_document() -> Plant:
    """A search over all documents: the guide of a second town speaks of parking permits far more plainly."""
    town = DocumentBuilder()
    town.title("Moving to Alder")
    town.heading("Registration")
    town.text(
        "Newcomers register within a fortnight. A permit for residents' bays costs 31 crowns a year and needs the car papers."
    )
    town.heading("Rubbish")
    town.text("Bins are grey, brown and blue. The brown one is emptied on Mondays.")
    other = DocumentBuilder()
    other.title("Parking in Birch")
    other.heading("Price of a parking permit")
    other.text("What a parking permit costs depends on the length of the car.")
    other.heading("Lost parking permit")
    other.text("A new parking permit costs half the fee if the old one is returned.")
    other.heading("Guests")
    other.text("Parking for guests costs two crowns an hour; no permit is needed at night.")
    right, wrong = town.build("Moving to Alder"), other.build("Parking in Birch")
    quote = "A permit for residents' bays costs 31 crowns a year"
    question = ask(right, "How much does a parking permit cost?", quote)
    documents = (TrialDocument(right), TrialDocument(wrong))
    return Plant("behind another document", "outranked", documents, question, profile_of(2), None, "all")


_ISLANDS = (
    ("Gannet", "The keeper of the light counts seals from the north rock and writes their number on a slate every evening."),
    ("Puffin", "A ruined chapel stands above the landing. Its bell was sold to pay for the roof of the school long ago."),
    ("Heron", "Sheep graze here from May on. Two families shear them in common and share the wool by weight, not by head."),
    (
        "Tern",
        "Nobody lives here in winter. A last boat takes teacher, goats and radio over to mainland farms before autumn storms.",
    ),
    ("Curlew", "Peat is cut on the east side. It dries in low walls until the wind has made it hard enough to be stacked."),
)
_TAIL = "Drinking water is shipped in by the tanker Nadir twice a month."


def behind_the_window() -> Plant:
    """The sentence that answers stands at the end of a chunk, after more words than the embedder reads."""
    b = DocumentBuilder()
    b.title("Islands")
    for name, text in _ISLANDS:
        b.heading(name)
        b.text(f"{text} A path around it takes an hour. {_TAIL if name == 'Tern' else 'Tents are allowed on the meadow.'}")
    document = b.build("Islands")
    question = ask(document, "How often does the tanker Nadir bring drinking water?", _TAIL)
    profile = profile_of(2, retrieval__retriever="dense", retrieval__embedder=SHORT_SIGHTED)
    return Plant("behind the window", "clipped", (TrialDocument(document),), question, profile)


def behind_a_long_context() -> Plant:
    """Title and heading path fill the embedder's window, so that no chunk's own words are read."""
    title = (
        "Consolidated and annotated regulations of the joint administrative board for rivers, canals, locks, weirs and "
        "ferries in the three northern provinces, seventh edition with supplements"
    )
    b = DocumentBuilder()
    b.title(title)
    b.heading("Part two: duties of the lock keepers and of their deputies")
    for name, text in (
        ("Ice", "Ice is broken at dawn."),
        ("Lamps", "Lamps burn from dusk on."),
        ("Fish", "Fish ladders stay open all year."),
        ("Dogs", "Dogs are kept on the lead at the gates."),
        ("Tolls", "A barge with gravel pays a toll of 14 crowns."),
    ):
        b.heading(name, 2)
        b.text(text)
    document = b.build(title)
    question = ask(document, "Which toll pays a barge with gravel?", "A barge with gravel pays a toll of 14 crowns.")
    profile = profile_of(2, retrieval__retriever="dense", retrieval__embedder=SHORT_SIGHTED, context__share=0.9)
    return Plant("behind a long context", "clipped", (TrialDocument(document),), question, profile)


def behind_boilerplate() -> Plant:
    """Every machine's section repeats one safety notice that matches the question better than the answer does."""
    b = DocumentBuilder()
    b.title("Workshop machines")
    for machine in ("lathe", "planer", "band saw", "drill", "grinder", "press"):
        b.heading(f"Notice for the {machine}")
        b.text(
            f"Before the guard is opened, wait until the {machine} stands still. Whoever opens the guard too early is hurt: "
            "wait, look, and only then open the guard."
        )
    b.heading("Brake test")
    b.text("Opening the guard trips the brake; after 40 seconds the spindle is at rest and hands may go in.")
    b.heading("Cleaning")
    b.text("Shavings are swept up in the evening. Oily rags belong in the steel bin.")
    document = b.build("Workshop machines")
    quote = "after 40 seconds the spindle is at rest and hands may go in"
    question = ask(document, "How long must I wait before I open the guard?", quote)
    return Plant("behind boilerplate", "crowded out", (TrialDocument(document),), question, profile_of(3))


def behind_overlap() -> Plant:
    """Half of each chunk is repeated in the next one, so that one good match takes two places."""
    text = (
        "The quarry path starts behind the mill and climbs through birch and fern. "
        "Rope teams meet at the iron bridge, where the guide checks rope, harness and knots of every climber. "
        "Below the bridge lies a pool in which trout stand in the shade. "
        "An old winch rusts beside the water, and nettles have grown through its wheels. "
        "At the chimney the guide checks rope and harness of the climber again and ties a second knot. "
        "From the chimney one sees three valleys and, on clear days, the sea. "
        "Lunch is eaten on the ledge, with backs to the wall and boots off. "
        "A climber whose harness is older than ten years is sent home without a refund. "
        "The way down follows the sheep track and ends at the inn."
    )
    document = LayoutDocument.from_text(text, title="Quarry tour")
    quote = "A climber whose harness is older than ten years is sent home without a refund."
    question = ask(document, "What if the guide checks rope and harness of a climber?", quote)
    profile = profile_of(3, assembly__token_budget=56, assembly__overlap_tokens=24, assembly__overlap_scope="document")
    return Plant("behind overlap", "crowded out", (TrialDocument(document),), question, profile)
