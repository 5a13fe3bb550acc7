"""Words as the search index has them, in scripts with spaces between words and without.

FTS5 finds words between spaces and punctuation, which Chinese, Japanese or Thai text does not have. A run of such
characters becomes overlapping pairs, and its last character alone: ``文字列`` is indexed as ``文字 字列 列``, so
that any two characters of it, and a single one by its beginning, are words. Korean is treated alike, since it hangs
particles on its words.

The parts of ``useChat`` are indexed beside it. ``C++``, ``C#``, ``.NET`` and ``--no-cache`` are words of their own
beside ``C``, ``NET`` and ``no cache``.
"""

from __future__ import annotations

import unicodedata
from itertools import pairwise

import regex

SPELLING = "unicode61 remove_diacritics 2 categories ''L* N* Co Mn Mc''"
"""FTS5's tokenizer for words as they are spelled. Private use (Co) spells special words; marks (Mn, Mc) belong to
words in many scripts."""
TOKENIZE = f"porter {SPELLING}"
"""The tokenizer of what is searched, by stems."""

_CHARACTER = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}ー々〆]\p{M}*"
_UNIT = regex.compile(_CHARACTER)
_RUN = regex.compile(rf"(?:{_CHARACTER})+")
_WORD = regex.compile(r"[\p{L}\p{N}_]++")
_INNER_CAPITAL = regex.compile(r"\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}")
_PART = regex.compile(r"\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|\p{Lo}+")
_SPECIAL = regex.compile(
    r"(?<![\w+#.-])(?:--[A-Za-z]\w*+(?:-\w++)*+|\.[A-Za-z]\w*+|[A-Za-z]\w*+(?:\+\+|\#))(?![\w+#-])"
)
"""An option, a name that begins with a dot, a language such as C++."""
_SPELLED = str.maketrans("+#.-", "\ue000\ue001\ue002\ue003")


def folded(text: str) -> str:
    """Return a text as it is indexed: widths folded (NFKC), runs without spaces as pairs of characters."""
    return _RUN.sub(lambda run: f" {' '.join(pairs(run[0]))} ", unicodedata.normalize("NFKC", text))


def spelled(text: str) -> str:
    """Return a text without the runs of scripts that have no spaces: its words can be misspelled."""
    return _RUN.sub(" ", unicodedata.normalize("NFKC", text))


def pairs(run: str) -> list[str]:
    """Return the overlapping pairs of a run of characters without spaces, then its last character."""
    units = _UNIT.findall(run)
    return [first + second for first, second in pairwise(units)] + units[-1:]


def runs(text: str) -> list[str]:
    """Return a text split before and after each run of a script without spaces; empty strings are left out."""
    found, end = [], 0
    for run in _RUN.finditer(text):
        found += [text[end : run.start()], run[0]]
        end = run.end()
    return [part for part in (*found, text[end:]) if part]


def is_run(text: str) -> bool:
    """Return whether a text is a run of a script without spaces."""
    return _RUN.fullmatch(text) is not None


def parts(word: str) -> list[str]:
    """Return the parts of a word such as ``useChat`` or ``AI_NoSuchToolError``; ``[]`` if it has one part."""
    found = _PART.findall(word) if _INNER_CAPITAL.search(word) else []
    return found if len(found) > 1 else []


def special(word: str) -> str:
    """Return how the index spells a word such as ``C++`` or ``--no-cache``; empty if it is none."""
    return word.translate(_SPELLED) if _SPECIAL.fullmatch(word) else ""


def additions(text: str) -> str:
    """Return the words that are indexed beside those of a text: parts of identifiers, and special words."""
    text = unicodedata.normalize("NFKC", text)
    identifiers = dict.fromkeys(filter(_INNER_CAPITAL.search, _WORD.findall(text)))
    specials = dict.fromkeys(_SPECIAL.findall(text))
    return "\n".join(
        [*(" ".join(parts(word)) for word in identifiers), *(word.translate(_SPELLED) for word in specials)]
    )


def quoted(text: str) -> str:
    """Return a text as a string of FTS5, in which nothing is syntax (https://sqlite.org/fts5.html)."""
    return '"' + text.replace('"', '""') + '"'


_COMMON_WORDS = """
a about all also am an and any are as at be been but by can could did do does for from had has have how i if in into
is it its me my no not of on or our she should so some that the their them then there these they this to us was we
were what when where which who whom why will with would you your
aber als am an auch auf aus bei das dem den der des die ein eine einem einen einer für hat ich im ist kann man mein
mit nach nicht oder sein sich sie sind über um und von wann warum was wenn wer wie wird wo zu zum zur
au aux avec ce ces cette comment dans de des du elle en est et il je la le les leur ma mais mon ne nous on ou où par
pas pour pourquoi quand que quel quelle qui sa se ses son sont sur un une vous
al como con cual cuando de del donde el en es esta este hay la las lo los me mi para pero por porque que quien se si
sin su sus un una y
ao aos com como da das do dos e é em essa esse eu foi isso na nas no nos num o os ou para pela pelo por qual quando
quem sao são se sem ser seu sua um uma
che chi come con cosa da dal del della di dove e gli ha ho il in io la le lo mi nel nella non per perché più quale
quando se si sono su un una uno
aan als dan dat de die een en er het hoe ik in is kan met niet of om ook op te tot uit van voor wat wie zijn
а без бы был в во вы где для до его ее есть и из или их к как какой когда кто ли мне мы на не но о об от по при с со
так то что чтобы это я
إلى أن أو أين التي الذي عن على في كيف لماذا ما متى من هذا هذه هل هو هي
और का की के कैसे को क्या क्यों में यह से है हैं
"""
_COMMON = frozenset(_COMMON_WORDS.split())
"""Function words, in languages with spaces between words."""
_ASKING = regex.compile(
    r"什么是|什麼是|是什么|是什麼|什么|什麼|如何|怎么样?|怎麼|怎样|为什么|為什麼|为何|哪些|哪个|请问|可以|[吗嗎呢吧了的]"
    r"|どうすれば(?:いい|よい|良い)?|どのように|どうやって|とは(?:何|なに|なん)?|って(?:何|なに)|何ですか|なぜ|について|教えて(?:ください)?"
    r"|어떻게|무엇(?:인가|입니까|인가요)?|왜|어디|하는 ?방법|하나요|인가요?|입니까|습니까|란$|이란$"
    r"|คืออะไร|อย่างไร|ทำไม|ยังไง|ได้ไหม"
)
"""Question words and endings in scripts without spaces, and in Korean."""
_HIRAGANA = regex.compile(r"[\p{Hiragana}ー]+")


def is_common(word: str) -> bool:
    """Return whether a word is a function word, such as ``how`` or ``to``."""
    return word.casefold() in _COMMON


def subjects(run: str) -> list[str]:
    """Return the pairs of a run in a query that carry its subject, at least one.

    Question words (``如何``, ``어떻게``) are left out; so are pairs of Hiragana, which are mostly grammar, unless there
    are no others. A single character is searched as a prefix, marked with ``*``.
    """
    kept: list[str] = []
    for rest in (rest for rest in _ASKING.split(run) if rest):
        found = pairs(rest)
        kept += found[:-1] if len(found) > 1 else [found[0] + "*"]
    content = [pair for pair in kept if not _HIRAGANA.fullmatch(pair.rstrip("*"))]
    longer = [pair for pair in content if not pair.endswith("*")]
    every = pairs(run)
    return longer or content or kept or (every[:-1] if len(every) > 1 else [every[0] + "*"])
