"""Planted faults before any ranking: a label that is wrong, text that is in no chunk, text that the reader may not see."""

from __future__ import annotations

from dataclasses import replace

from chunkstudio.chunking.access import DocumentAccess, NarrowerLabels
from chunkstudio.layout.model import LayoutDocument, LayoutWarning
from chunkstudio.retrieval.trials import TrialDocument
from tests.chunking.documents import DocumentBuilder
from tests.retrieval.planted_fault import Plant, ask, profile_of


def label_on_the_wrong_page() -> Plant:
    """The sentence is printed on page 2; whoever labelled it wrote down page 3."""
    b = DocumentBuilder()
    b.title("Operating manual of the laundry")
    b.heading("Washing machines")
    b.text("Load the drum loosely. Eight kilograms of dry cotton fill it; wool needs twice the room.")
    b.new_page()
    b.heading("Tumble dryers")
    b.text("Empty the lint filter after every load. A full filter doubles the drying time and may scorch linen.")
    b.new_page()
    b.heading("Ironing")
    b.text("The mangle is heated for a quarter of an hour. Nobody works at the mangle alone.")
    document = b.build("Operating manual of the laundry")
    question = ask(document, "When is the lint filter emptied?", "Empty the lint filter after every load.", page=3)
    return Plant("label on the wrong page", "bad label", (TrialDocument(document),), question, profile_of())


def label_on_the_wrong_document() -> Plant:
    """Two leases of one landlord: the answer stands in the second, the label names the first."""
    leases = []
    for street, deposit, rooms in (
        ("Mill Lane", "two monthly rents", "three"),
        ("Harbour Street", "900 crowns in cash", "five"),
    ):
        b = DocumentBuilder()
        b.title(f"Lease of the flat in {street}")
        b.heading("Premises")
        b.text(f"The landlord lets {rooms} rooms with kitchen and cellar. Pets are welcome.")
        b.heading("Payments")
        b.text(f"The tenant hands over a deposit of {deposit} before moving in. The rent is due on the third working day.")
        leases.append(b.build(f"Lease of the flat in {street}"))
    first, second = leases
    question = ask(first, "How high is the deposit in Harbour Street?", "a deposit of 900 crowns in cash", page=1)
    documents = (TrialDocument(first), TrialDocument(second))
    return Plant("label on the wrong document", "bad label", documents, question, profile_of())


def label_in_other_words() -> Plant:
    """The label is somebody's own sentence; the page says it quite differently."""
    document = LayoutDocument.from_text(
        "Bees are kept on the south roof. Twelve hives stand in two rows.\n\n"
        "At intervals of three weeks, from April until September, a keeper opens each hive and looks for queen cells.\n\n"
        "Honey is spun twice: once after the lime blossom, once at the end of July.",
        title="Roof apiary",
    )
    quote = "Colonies must undergo monthly swarm inspections during summer season"
    question = ask(document, "How often are the hives opened?", quote)
    return Plant("label in other words", "bad label", (TrialDocument(document),), question, profile_of())


def in_the_running_head() -> Plant:
    """The validity of a procedure is printed in the running head alone."""
    b = DocumentBuilder()
    for heading, text in (
        ("Scope", "This procedure covers the sampling of drinking water at taps and at tanks."),
        ("Sampling", "Let the tap run until the temperature is steady. Fill the sterile bottle to the shoulder."),
        ("Transport", "Bottles travel in the dark at four degrees. The laboratory opens them the same day."),
    ):
        b.box("page-header", "Procedure WQ-17, revision 6, valid from 1 March 2024 until withdrawn", excluded="page-header")
        b.heading(heading)
        b.text(text)
        b.new_page()
    document = b.build("Sampling of drinking water")
    quote = "revision 6, valid from 1 March 2024 until withdrawn"
    question = ask(document, "Since when is revision 6 of the procedure valid?", quote, page=2)
    return Plant("in the running head", "excluded", (TrialDocument(document),), question, profile_of(5))


def in_the_contents_list() -> Plant:
    """Only the contents page says that there is an annex on asbestos; the annex itself was never bound in."""
    b = DocumentBuilder()
    b.title("Demolition of the old brewery")
    b.box(
        "toc",
        "1 Fencing the site 2\n2 Sorting the rubble 2\nAnnex C Register of asbestos findings, kept by the district office 9",
        excluded="toc",
    )
    b.new_page()
    b.heading("1 Fencing the site")
    b.text("A fence of two metres stands around the yard before the first machine comes.")
    b.heading("2 Sorting the rubble")
    b.text("Brick, timber and steel are kept apart. Tar board goes to the covered container.")
    document = b.build("Demolition of the old brewery")
    quote = "Register of asbestos findings, kept by the district office"
    question = ask(document, "Who keeps the register of asbestos findings?", quote)
    return Plant("in the contents list", "excluded", (TrialDocument(document),), question, profile_of(5))


def in_hidden_text() -> Plant:
    """A price stands on the page in white on white."""
    b = DocumentBuilder()
    b.title("Offer for a greenhouse")
    b.heading("Delivery")
    b.text("The frame arrives in nine crates. Two people put it up within a day.")
    b.heading("Price")
    b.text("The price is named in a separate letter. It holds for thirty days.")
    b.text("Internal floor price: 4,180 crowns net, never go lower than that", excluded="hidden")
    document = b.build("Offer for a greenhouse")
    quote = "Internal floor price: 4,180 crowns net"
    question = ask(document, "What is the internal floor price of the greenhouse?", quote)
    return Plant("in hidden text", "excluded", (TrialDocument(document),), question, profile_of(5))


def on_a_lost_page() -> Plant:
    """Page 2 of three could not be read; the label was drawn on the page's picture."""
    b = DocumentBuilder()
    b.title("Minutes of the choir")
    b.heading("Attendance")
    b.text("Nineteen of twenty-four members were there. The treasurer sent her regrets.")
    b.new_page()
    b.new_page()
    b.heading("Dates")
    b.text("The next rehearsal is on Thursday. Scores are to be brought in pencil-clean state.")
    whole = b.build("Minutes of the choir")
    lost = replace(whole.pages[1], failed=True, coverage=0.0)
    warning = LayoutWarning("page_failed", 2, "This page took too long and was given up.", hint="Its text is missing.")
    document = replace(whole, pages=(whole.pages[0], lost, whole.pages[2]), warnings=(warning,), coverage=0.66)
    quote = "The choir buys a second-hand piano for 2,300 crowns from the parish"
    question = ask(document, "What does the piano cost?", quote, page=2)
    return Plant("on a lost page", "excluded", (TrialDocument(document),), question, profile_of(5))


def _handbook_of_staff() -> LayoutDocument:
    b = DocumentBuilder()
    b.title("Handbook of the clinic")
    b.heading("Visiting hours")
    b.text("Visitors come between two and six. Children under ten are accompanied by an adult.")
    b.new_page()
    b.heading("Night duty")
    b.text("Nurses on night duty receive a supplement of 38 crowns an hour and a free day after five nights.")
    b.new_page()
    b.heading("Drug cabinet")
    b.table(
        [["Drug", "Place", "Handed out against"], ["Morphine", "shelf 2", "two signatures"], ["Insulin", "fridge", "a chart"]]
    )
    return b.build("Handbook of the clinic")


def page_of_others() -> Plant:
    """The page with the supplement is for the human resources office only."""
    document = _handbook_of_staff()
    access = DocumentAccess(("hr", "staff"), (NarrowerLabels(("hr",), pages=((2, 2),)),))
    quote = "Nurses on night duty receive a supplement of 38 crowns an hour"
    question = ask(document, "Which supplement do nurses on night duty receive?", quote, page=2)
    documents = (TrialDocument(document, access),)
    return Plant("page of others", "not for this reader", documents, question, profile_of(5), frozenset({"staff"}))


def section_of_others() -> Plant:
    """The section with the table of drugs is for the pharmacy."""
    document = _handbook_of_staff()
    access = DocumentAccess(("nurses", "pharmacy", "public"), (NarrowerLabels(("pharmacy",), section="Drug cabinet"),))
    question = ask(document, "Against what is morphine handed out?", "Morphine shelf 2 two signatures", page=3)
    reader = frozenset({"nurses", "public"})
    return Plant(
        "section of others", "not for this reader", (TrialDocument(document, access),), question, profile_of(5), reader
    )


def document_of_others() -> Plant:
    """The reader has none of the labels of the document that answers; a second document is open to everybody."""
    board = DocumentBuilder()
    board.title("Letter to the board")
    board.heading("Merger")
    board.text("The merger with the ferry company is to be announced on 9 May. Until then nobody talks to the press.")
    leaflet = DocumentBuilder()
    leaflet.title("Leaflet for passengers")
    leaflet.heading("Timetable")
    leaflet.text("The ferry company sails every hour. Bicycles travel free of charge.")
    secret, free = board.build("Letter to the board"), leaflet.build("Leaflet for passengers")
    documents = (TrialDocument(secret, DocumentAccess(("board",))), TrialDocument(free, DocumentAccess(("public",))))
    question = ask(secret, "When is the merger with the ferry company announced?", "is to be announced on 9 May")
    reader = frozenset({"public"})
    return Plant("document of others", "not for this reader", documents, question, profile_of(5), reader, "all")
