#!/usr/bin/env python3
"""Draws the pictures of the demo and lays out its rooms: python3 demo/art/make_art.py

They are committed, so this is needed only to change them. Colours are in palette.json, the plan of
the office in plan.py. It writes art/*.png, office/office_tiles.tres and office/rooms.tscn.
"""

import pathlib

import effects
import hangings
import make_rooms
import pieces
import tiles
from characters import draw_sheet
from palette import LOOKS

HERE = pathlib.Path(__file__).parent


def main():
    for name in LOOKS:
        draw_sheet(name).save(HERE / f"{name}.png")
    tiles.draw_floors().save(HERE / "floors.png")
    tiles.draw_walls().save(HERE / "walls.png")
    all_pieces = pieces.make_pieces()
    pieces.pack(all_pieces).save(HERE / "furniture.png")
    hangings.draw_skies().save(HERE / "skies.png")
    effects.draw_shadow().save(HERE / "shadow.png")
    effects.draw_glow(152, "#ffa851", 15, 120).save(HERE / "lamp_light.png")
    effects.draw_glow(48, "#7fe8dc", 8).save(HERE / "screen_light.png")
    effects.draw_sunbeam().save(HERE / "sunbeam.png")
    effects.draw_screens().save(HERE / "screens.png")
    effects.draw_screen_back().save(HERE / "screen_back.png")
    effects.draw_bubble().save(HERE / "bubble.png", 2)
    effects.draw_tail().save(HERE / "bubble_tail.png", 2)
    effects.draw_marks().save(HERE / "marks.png")
    effects.draw_notes().save(HERE / "notes.png")
    effects.draw_ring().save(HERE / "ring.png")
    make_rooms.write_tile_set(all_pieces)
    make_rooms.write_rooms(all_pieces)


if __name__ == "__main__":
    main()
