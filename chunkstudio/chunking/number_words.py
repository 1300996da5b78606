"""Words that name parts of a text and words for numbers, in the languages whose headings we read.

Keys are folded by :func:`word_key`. English numbers reach 99 by joining tens and units.
"""

from __future__ import annotations

import re
import unicodedata

_PARTS = """
chapter chap ch part section sec article art book volume vol unit lesson module item title clause paragraph para
schedule note step act scene canto letter lecture week day session topic rule exercise phase division subpart
kapitel kap teil abschnitt artikel band buch paragraf modul lektion ziffer hoofdstuk deel afdeling sectie boek les
chapitre partie livre titre tome leçon capítulo capitulo parte sección seccion artículo articulo libro
título titulo tema lección capítol capitol seção secção artigo livro capitolo sezione articolo lezione capitolul
partea secțiunea articolul del avsnitt avdelning afsnit kapittel avsnittet bok luku osa osasto pykälä
rozdział część artykuł kapitola část oddíl článek časť kapitoly fejezet rész szakasz poglavlje dio članak
глава часть раздел статья пункт том книга урок розділ частина стаття част член κεφάλαιο μέρος ενότητα άρθρο
bölüm kısım madde ünite chương phần mục điều bài bab bagian pasal
الفصل فصل الباب باب الجزء جزء القسم قسم المادة مادة بخش פרק חלק סעיף अध्याय भाग खंड अनुभाग अनुच्छेद
บทที่ บท ตอนที่ ส่วนที่ หมวด มาตรา
"""
_APPENDICES = """
appendix annex annexe app exhibit attachment supplement enclosure anhang anlage beilage bijlage appendice
anexo apéndice apendice allegato apêndice bilaga bilag vedlegg liite załącznik dodatek příloha príloha melléklet
приложение додаток παράρτημα ek lampiran phụ ملحق נספח परिशिष्ट ภาคผนวก
"""


def word_key(word: str) -> str:
    """A word as the tables hold it: compatibility forms, case and the closing point folded, ё as е."""
    folded = unicodedata.normalize("NFKC", word).rstrip(".").casefold()
    return folded.replace("ё", "е").replace("’", "'")


PART_WORDS = frozenset(word_key(word) for word in _PARTS.split())
"""Words before or after the number of a heading."""

APPENDIX_WORDS = frozenset(word_key(word) for word in _APPENDICES.split())
"""Words that a letter follows more often than a number."""

_SMALL = (
    # English cardinals and ordinals
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen"
    " nineteen",
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth"
    " sixteenth seventeenth eighteenth nineteenth",
    # German
    "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn"
    " neunzehn",
    "erster zweiter dritter vierter fünfter sechster siebter achter neunter zehnter elfter zwölfter",
    "erstes zweites drittes viertes fünftes sechstes siebtes achtes neuntes zehntes elftes zwölftes",
    "erste zweite dritte vierte fünfte sechste siebte achte neunte zehnte elfte zwölfte",
    # Dutch
    "een twee drie vier vijf zes zeven acht negen tien elf twaalf",
    # French
    "un deux trois quatre cinq six sept huit neuf dix onze douze",
    "premier deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième onzième douzième",
    "première seconde",
    # Spanish, Portuguese, Italian
    "uno dos tres cuatro cinco seis siete ocho nueve diez once doce",
    "primero segundo tercero cuarto quinto sexto séptimo octavo noveno décimo",
    "primera segunda tercera cuarta quinta sexta séptima octava novena décima",
    "um dois três quatro cinco seis sete oito nove dez onze doze",
    "primeiro segundo terceiro quarto quinto sexto sétimo oitavo nono décimo",
    "primeira segunda terceira quarta quinta sexta sétima oitava nona décima",
    "uno due tre quattro cinque sei sette otto nove dieci undici dodici",
    "primo secondo terzo quarto quinto sesto settimo ottavo nono decimo",
    "prima seconda terza quarta quinta sesta settima ottava nona decima",
    # Swedish, Danish, Polish, Czech
    "ett två tre fyra fem sex sju åtta nio tio elva tolv",
    "första andra tredje fjärde femte sjätte sjunde åttonde nionde tionde",
    "første anden tredje fjerde femte sjette syvende ottende niende tiende",
    "pierwszy drugi trzeci czwarty piąty szósty siódmy ósmy dziewiąty dziesiąty",
    "pierwsza druga trzecia czwarta piąta szósta siódma ósma dziewiąta dziesiąta",
    "první druhá třetí čtvrtá pátá šestá sedmá osmá devátá desátá",
    # Russian, Greek, Turkish
    "один два три четыре пять шесть семь восемь девять десять",
    "первый второй третий четвертый пятый шестой седьмой восьмой девятый десятый",
    "первая вторая третья четвертая пятая шестая седьмая восьмая девятая десятая",
    "πρώτο δεύτερο τρίτο τέταρτο πέμπτο έκτο έβδομο όγδοο ένατο δέκατο",
    "birinci ikinci üçüncü dördüncü beşinci altıncı yedinci sekizinci dokuzuncu onuncu",
    # Arabic, Hebrew, Hindi
    "الأول الثاني الثالث الرابع الخامس السادس السابع الثامن التاسع العاشر",
    "الأولى الثانية الثالثة الرابعة الخامسة السادسة السابعة الثامنة التاسعة العاشرة",
    "ראשון שני שלישי רביעי חמישי שישי שביעי שמיני תשיעי עשירי",
    "א ב ג ד ה ו ז ח ט י",
    "एक दो तीन चार पाँच छह सात आठ नौ दस",
    "पहला दूसरा तीसरा चौथा पाँचवाँ छठा सातवाँ आठवाँ नौवाँ दसवाँ",
)
_TENS = (
    "twenty thirty forty fifty sixty seventy eighty ninety",
    "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth",
    "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
)


def _ordinals() -> dict[str, int]:
    out: dict[str, int] = {}
    for row in _SMALL:
        for value, word in enumerate(row.split(), start=1):
            out.setdefault(word_key(word), value)
    for row in _TENS:
        for value, word in enumerate(row.split(), start=2):
            out.setdefault(word_key(word), value * 10)
    return out


ORDINAL_WORDS = _ordinals()
"""Number words, cardinal and ordinal, by case-folded form."""

_ROMAN = re.compile(r"^M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$")
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
_CJK_VALUES = dict(zip("一二三四五六七八九", range(1, 10), strict=True)) | {"〇": 0, "零": 0, "两": 2, "兩": 2}
_CJK_VALUES |= dict(zip("壹贰叁肆伍陆柒捌玖", range(1, 10), strict=True))
_CJK_UNITS = {"十": 10, "拾": 10, "百": 100, "千": 1000}
_CJK_TENS = {"廿": 20, "卅": 30}


def roman_number(text: str) -> int:
    """Value of a well-formed Roman number in one case, 0 for anything else ("IIX", "Iv")."""
    upper = text.upper()
    if not text or text not in (upper, text.lower()) or not _ROMAN.match(upper):
        return 0
    values = [_ROMAN_VALUES[sign] for sign in upper]
    return sum(-v if v < after else v for v, after in zip(values, [*values[1:], 0], strict=True))


def cjk_number(text: str) -> int:
    """Value of a Chinese number up to 9999: 三 3, 十二 12, 二十 20, 一百零五 105, 二〇 20."""
    if all(sign in _CJK_VALUES for sign in text) and len(text) > 1:
        return int("".join(str(_CJK_VALUES[sign]) for sign in text))
    total = digit = 0
    for sign in text:
        if sign in _CJK_UNITS:
            total, digit = total + max(digit, 1) * _CJK_UNITS[sign], 0
        elif sign in _CJK_TENS:
            total, digit = total + _CJK_TENS[sign], 0
        else:
            digit = _CJK_VALUES.get(sign, 0)
    return total + digit
