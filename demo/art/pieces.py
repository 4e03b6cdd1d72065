"""All furniture by name, packed into one picture, with what the tile set must know of each piece."""

from dataclasses import dataclass

import desks
import furniture
import hangings
from palette import RAMPS as R
from pixels import Canvas
from tiles import TILE

ACROSS = 16  # tiles in a row of the picture


@dataclass
class Piece:
    """`solid` of its rows, counted from below, cannot be walked on. `nudge` moves its place in the
    order of drawing; what stands on a row is drawn over what stands behind it."""

    canvas: Canvas
    solid: int = 1
    nudge: int = 0
    column: int = 0
    row: int = 0

    @property
    def wide(self):
        return self.canvas.width // TILE

    @property
    def tall(self):
        return self.canvas.height // TILE


def make_pieces():
    pieces = {f"desk_{kind + 1}": Piece(desks.draw_desk(kind)) for kind in range(4)}
    pieces["pod"] = Piece(desks.draw_pod(), 2)
    pieces["meeting_table"] = Piece(desks.draw_meeting_table(), 2)
    for name, ramp in (("chair", R.navy), ("armchair", R.red)):
        for facing in ("down", "left", "right", "up"):
            chair = desks.draw_chair(facing, ramp)
            pieces[f"{name}_{facing}"] = Piece(chair, 1, 2 if facing == "up" else -2)
    for name, canvas, solid in (
        ("books_1", furniture.draw_bookshelf(1), 1), ("books_2", furniture.draw_bookshelf(2), 1),
        ("palm", furniture.draw_tall_plant(), 1), ("bush", furniture.draw_bush(), 1),
        ("cactus", furniture.draw_cactus(), 1), ("hedge", furniture.draw_hedge(), 4),
        ("lamp", furniture.draw_lamp(), 1), ("sofa", furniture.draw_sofa(), 1),
        ("low_table", furniture.draw_low_table(), 1), ("fridge", furniture.draw_fridge(), 1),
        ("counter", furniture.draw_counter(), 1), ("round_table", furniture.draw_round_table(), 1),
        ("stool", furniture.draw_stool(), 1), ("cooler", furniture.draw_cooler(), 1),
        ("cat", furniture.draw_cat(), 1),
        ("printer", furniture.draw_printer(), 1),
        ("rug", furniture.draw_rug(5, 4, R.brick, R.gold), 0),
        ("big_rug", furniture.draw_rug(7, 5, R.plum, R.rose), 0),
        ("cupboards", furniture.draw_cupboards(), 0), ("window", hangings.draw_window(), 0),
        ("door", hangings.draw_door(), 0), ("whiteboard", hangings.draw_whiteboard(), 0),
        ("clock", hangings.draw_clock(), 0), ("picture_1", hangings.draw_picture(0), 0),
        ("picture_2", hangings.draw_picture(1), 0), ("board", hangings.draw_board(), 0),
        ("sconce", hangings.draw_sconce(), 0),
    ):
        pieces[name] = Piece(canvas, solid)
    return pieces


def pack(pieces):
    """Gives each piece its place and returns the picture of all."""
    shelf, left, height = 0, 0, 0
    for piece in sorted(pieces.values(), key=lambda piece: -piece.tall):
        if left + piece.wide > ACROSS:
            shelf, left, height = shelf + height, 0, 0
        piece.column, piece.row = left, shelf
        left, height = left + piece.wide, max(height, piece.tall)
    picture = Canvas(ACROSS * TILE, (shelf + height) * TILE)
    for piece in pieces.values():
        picture.lay(piece.column * TILE, piece.row * TILE, piece.canvas)
    return picture


def is_empty(piece, dx, dy):
    rows = piece.canvas.rows[dy * TILE : (dy + 1) * TILE]
    return not any(cell[3] for row in rows for cell in row[dx * TILE : (dx + 1) * TILE])
