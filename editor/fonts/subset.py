#!/usr/bin/env python3
"""Makes the fonts of the program from those that their authors publish: see README.md."""

import sys
from pathlib import Path

from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.removeOverlaps import removeOverlaps

# What its package calls each font, and what it is called here. "Lato" is a reserved name: a
# subset must not bear it.
FONTS = {
    "inter-regular": ("web/Inter-Regular.woff2", "Inter"),
    "inter-semibold": ("web/Inter-SemiBold.woff2", "Inter SemiBold"),
    "board-regular": ("lato/Lato-Regular.ttf", "Coursesetter Board"),
    "board-bold": ("lato/Lato-Bold.ttf", "Coursesetter Board Bold"),
    "board-black": ("lato/Lato-Black.ttf", "Coursesetter Board Black"),
    "jetbrains-mono-regular": ("fonts/webfonts/JetBrainsMonoNL-Regular.woff2", "JetBrains Mono NL"),
}
LETTERS = [
    (0x20, 0x7E), (0xA0, 0x24F), (0x2B0, 0x36F),  # Latin, and marks on letters
    (0x370, 0x3FF), (0x400, 0x52F), (0x1E00, 0x1EFF),  # Greek, Cyrillic, Latin of Vietnam and others
]
SIGNS = [
    (0x2000, 0x209F), (0x20A0, 0x20BF), (0x2100, 0x218F),  # punctuation, raised digits, currencies, fractions
    (0x2190, 0x21FF), (0x2200, 0x22FF), (0x2300, 0x23FF), (0x25A0, 0x27BF),  # arrows, mathematics, signs
]
LINES = [(0x2500, 0x257F)]
# Signs that are drawn like others: those that egui uses for keys and menus, and their heavy sisters.
ALIKE = {0x23F4: 0x25C0, 0x23F5: 0x25B6, 0x23F6: 0x25B2, 0x23F7: 0x25BC, 0x2714: 0x2713, 0x2718: 0x2717}


def subset(name, folder, to):
    path, family = FONTS[name]
    font = TTFont(next(Path(folder).rglob(path)))
    cmap = dict(font.getBestCmap())
    for table in (table for table in font["cmap"].tables if table.isUnicode()):
        table.cmap.update({sign: cmap[other] for sign, other in ALIKE.items() if other in cmap and sign not in cmap})
        if family.startswith("Inter"):
            # All digits are equally wide: figures below each other are read as columns, and egui sets no features.
            table.cmap.update({ord(digit): f"{cmap[ord(digit)]}.tf" for digit in "0123456789"})
    options = Options(layout_features=["ccmp", "kern", "mark", "mkmk"], hinting=False, notdef_outline=True, name_IDs=["*"])
    options.drop_tables += ["meta", "DSIG"]
    ranges = LETTERS + SIGNS + (LINES if "Mono" in family else [])
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[sign for low, high in ranges for sign in range(low, high + 1)])
    subsetter.subset(font)
    removeOverlaps(font)
    box(font)
    names = font["name"]
    names.names = [entry for entry in names.names if entry.nameID in (0, 5, 13, 14)]
    for id, text in {1: family, 2: "Regular", 3: family, 4: family, 6: family.replace(" ", "")}.items():
        names.setName(text, id, 3, 1, 0x409)
    font.flavor = None
    font.save(Path(to) / f"{name}.ttf")


def box(font):
    """What a font lacks is drawn as a box."""
    em, pen = font["head"].unitsPerEm, TTGlyphPen(None)
    wide = font["hmtx"]["space"][0] if font["post"].isFixedPitch else round(em * 0.62)
    high, side, line = font["OS/2"].sCapHeight, round(em * 0.06), round(em * 0.06)
    for inset, corners in ((0, ((0, 0), (0, 1), (1, 1), (1, 0))), (line, ((0, 0), (1, 0), (1, 1), (0, 1)))):
        left, right, low, top = side + inset, wide - side - inset, inset, high - inset
        places = [((left, right)[x], (low, top)[y]) for x, y in corners]
        pen.moveTo(places[0])
        for place in places[1:]:
            pen.lineTo(place)
        pen.closePath()
    name = font.getGlyphOrder()[0]
    font["glyf"][name] = pen.glyph()
    font["hmtx"][name] = (wide, side)


if __name__ == "__main__":
    for each in FONTS:
        subset(each, sys.argv[1], Path(__file__).parent)
