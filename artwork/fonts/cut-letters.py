"""Writes artwork/pictures/lettering.ts: the words of the store badges as outlines, because an image can load no font.

    pip install fonttools==4.66.1 brotli==1.2.0 && python artwork/fonts/cut-letters.py
"""

from pathlib import Path

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "artwork/node_modules/@fontsource-variable/hanken-grotesk/files"
SOURCE = FOLDER / "hanken-grotesk-latin-wght-normal.woff2"
TARGET = ROOT / "artwork/pictures/lettering.ts"
WORDS = {
    "soonOnThe": ("Bientôt sur l’", 18, 450),
    "soonOn": ("Bientôt sur", 18, 450),
    "appStore": ("App Store", 31, 600),
    "googlePlay": ("Google Play", 31, 600),
}


def pairs_of(font: TTFont) -> dict[tuple[str, str], int]:
    """Kerning of the pairs that the font lists one by one or by class."""
    found: dict[tuple[str, str], int] = {}
    for lookup in font["GPOS"].table.LookupList.Lookup if "GPOS" in font else []:
        for table in lookup.SubTable:
            table = getattr(table, "ExtSubTable", table)
            if table.LookupType != 2:
                continue
            for row, left in enumerate(table.Coverage.glyphs):
                if table.Format == 1:
                    for pair in table.PairSet[row].PairValueRecord:
                        found.setdefault((left, pair.SecondGlyph), getattr(pair.Value1, "XAdvance", 0) or 0)
                else:
                    first = table.Class1Record[table.ClassDef1.classDefs.get(left, 0)]
                    for right in font.getGlyphOrder():
                        record = first.Class2Record[table.ClassDef2.classDefs.get(right, 0)]
                        found.setdefault((left, right), getattr(record.Value1, "XAdvance", 0) or 0)
    return found


def outline(text: str, size: int, weight: int) -> str:
    font = instantiateVariableFont(TTFont(SOURCE), {"wght": weight})
    glyphs, names, kerning = font.getGlyphSet(), font.getBestCmap(), pairs_of(font)
    scale = size / font["head"].unitsPerEm
    pen = SVGPathPen(glyphs, ntos=lambda value: f"{value:.2f}".rstrip("0").rstrip("."))
    x, before = 0, ""
    for letter in text:
        name = names[ord(letter)]
        x += kerning.get((before, name), 0)
        glyphs[name].draw(TransformPen(pen, (scale, 0, 0, -scale, x * scale, 0)))
        x, before = x + font["hmtx"][name][0], name
    return pen.getCommands()


def main() -> None:
    lines = [f'  // {text}\n  {name}:\n    "{outline(text, size, weight)}",' for name, (text, size, weight) in WORDS.items()]
    head = "/** Words as outlines, their baseline at 0: written by artwork/fonts/cut-letters.py. */\nexport const lettering = {\n"
    TARGET.write_text(head + "\n".join(lines) + "\n} as const;\n")


main()
