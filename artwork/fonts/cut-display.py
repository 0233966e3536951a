"""Cuts web/lib/fonts/fraunces-display.woff2 from the package @fontsource-variable/fraunces (npm ci in artwork first).

    pip install fonttools==4.66.1 brotli==1.2.0 && python artwork/fonts/cut-display.py

The font keeps one axis, the optical size, which browsers set automatically to the font size in CSS pixels. Weight and
contrast follow it: strong up to 40 px, so that thin lines stay visible on low-resolution screens, and fine from 112 px on.
"""

from pathlib import Path

from fontTools import subset, varLib
from fontTools.designspaceLib import AxisDescriptor, DesignSpaceDocument, SourceDescriptor
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import OverlapMode, instantiateVariableFont

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "artwork/node_modules/@fontsource-variable/fraunces/files/fraunces-latin-full-normal.woff2"
TARGET = ROOT / "web/lib/fonts/fraunces-display.woff2"
# Font size on the page: the axis values of Fraunces for that size.
CUTS = {40: {"opsz": 40, "wght": 450}, 112: {"opsz": 144, "wght": 400}}
CHARACTERS = (
    "U+0020-007E,U+00A0-00FF,U+0152,U+0153,U+0178,U+2010-2015,U+2018-201E,U+2020,U+2022,U+2026,"
    "U+202F,U+2039,U+203A,U+20AC,U+2116,U+2190-2193,U+2197,U+2212"
)


def cut(font: TTFont) -> TTFont:
    options = subset.Options(layout_features=["kern", "liga"], hinting=False, notdef_outline=True)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=subset.parse_unicodes(CHARACTERS))
    cutter.subset(font)
    return font


def master(place: dict[str, int]) -> TTFont:
    font = cut(TTFont(SOURCE))
    font = instantiateVariableFont(font, {**place, "SOFT": 0, "WONK": 0}, overlap=OverlapMode.KEEP_AND_DONT_SET_FLAGS)
    del font["STAT"]  # it names the removed axes
    return font


def main() -> None:
    design = DesignSpaceDocument()
    small, large = CUTS
    design.addAxis(AxisDescriptor(tag="opsz", name="Optical Size", minimum=small, default=large, maximum=large))
    for size, place in CUTS.items():
        design.addSource(SourceDescriptor(font=master(place), location={"Optical Size": size}))
    font, _, _ = varLib.build(design)
    font = cut(font)
    font.flavor = "woff2"
    font.save(TARGET)
    print(f"{TARGET.relative_to(ROOT)}: {TARGET.stat().st_size} bytes")


main()
