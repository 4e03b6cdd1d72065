"""The plan of the office: what stands on which tile. make_rooms.py lays it out.

Rows 1 and 2 are the wall at the back, row 3 the first on which one can stand.
"""

SIZE = (26, 15)
# (floor, left, top, wide, tall)
FLOORS = (
    ("plank", 1, 3, 17, 11), ("tile", 18, 3, 7, 5), ("carpet", 18, 8, 7, 6), ("carpet_edge", 18, 8, 7, 1),
)
MAT = (14, 3)
# Tops of walls: (left, top, wide, tall). Where a top ends above a face, the face begins.
TOPS = ((0, 0, 26, 1), (0, 0, 1, 15), (25, 0, 1, 15), (0, 14, 26, 1), (17, 0, 1, 5))
# Faces, two tiles tall: (left, top, wide)
FACES = ((1, 1, 16), (18, 1, 7), (17, 5, 1))
SOLID_WALLS = ((17, 3, 1, 4),)
# (piece, column of its left end, row of its foot)
RUGS = (("rug", 2, 12), ("big_rug", 18, 13))
HANGINGS = (
    ("window", 4, 2), ("whiteboard", 7, 2), ("window", 11, 2), ("door", 14, 2),
    ("picture_1", 3, 1), ("sconce", 6, 1), ("clock", 10, 1), ("sconce", 13, 1), ("picture_2", 16, 1),
    ("cupboards", 19, 1), ("sconce", 24, 1),
)
FURNITURE = (
    ("books_1", 1, 3), ("bush", 3, 3), ("palm", 6, 3), ("printer", 10, 3), ("cooler", 13, 3),
    ("palm", 16, 3),
    ("desk_1", 1, 5), ("desk_2", 5, 5), ("desk_3", 9, 5), ("desk_4", 13, 5),
    ("pod", 10, 11),
    ("lamp", 1, 9), ("sofa", 3, 10), ("bush", 6, 9), ("low_table", 3, 12), ("cat", 6, 11),
    ("palm", 1, 13), ("cactus", 8, 13),
    ("hedge", 17, 13),
    ("fridge", 18, 3), ("counter", 19, 3), ("bush", 24, 3), ("round_table", 22, 6), ("stool", 21, 6),
    ("stool", 24, 6),
    ("meeting_table", 20, 11), ("palm", 24, 13), ("cactus", 24, 8), ("lamp", 18, 8),
)
# (name, piece, column, row, facing, meeting table). Those who meet take the seats of a table in this
# order.
SEATS = (
    ("Desk 1", "chair_up", 2, 6, "up", ""),
    ("Desk 2", "chair_up", 6, 6, "up", ""),
    ("Desk 3", "chair_up", 10, 6, "up", ""),
    ("Desk 4", "chair_up", 14, 6, "up", ""),
    ("Pod 1", "chair_down", 11, 9, "down", ""),
    ("Pod 2", "chair_down", 13, 9, "down", ""),
    ("Pod 3", "chair_up", 11, 12, "up", ""),
    ("Pod 4", "chair_up", 13, 12, "up", ""),
    ("Table 1", "armchair_right", 19, 10, "right", "Round"),
    ("Table 2", "armchair_left", 23, 10, "left", "Round"),
    ("Table 3", "armchair_down", 21, 9, "down", "Round"),
    ("Table 4", "armchair_up", 21, 12, "up", "Round"),
    ("Table 5", "armchair_down", 20, 9, "down", "Round"),
    ("Table 6", "armchair_up", 22, 12, "up", "Round"),
    ("Table 7", "armchair_down", 22, 9, "down", "Round"),
    ("Table 8", "armchair_up", 20, 12, "up", "Round"),
)
# (seat, x, y of the screen's lit part in pixels, row of the desk); "back" shows only its light.
SCREENS = (
    ("Desk 1", 33, 66, 5), ("Desk 2", 97, 66, 5), ("Desk 3", 161, 66, 5), ("Desk 4", 225, 66, 5),
    ("Pod 3", 177, 163, 11), ("Pod 4", 209, 163, 11),
)
BACK_SCREENS = (("Pod 1", 175, 150, 10), ("Pod 2", 207, 150, 10))
# Middles of lights in pixels, and how far they reach.
LAMPS = (("Lounge", 24, 118, 1.0), ("Meeting", 296, 102, 1.0), ("WallLeft", 104, 24, 0.7),
    ("WallRight", 216, 24, 0.7), ("Kitchen", 392, 24, 0.7),
    ("Table", 336, 170, 0.7), ("Pod", 200, 176, 0.55))
WINDOWS = ((4, 1), (11, 1))
