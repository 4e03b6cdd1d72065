"""Writes office/office_tiles.tres and office/rooms.tscn from plan.py. Run by make_art.py."""

import base64
import pathlib
import random
import struct

import plan
from pieces import ACROSS, is_empty
from tiles import DOWN, FACES, FLOORS, LEFT, RIGHT, TILE, UP

OFFICE = pathlib.Path(__file__).parent.parent / "office"
FLOOR, WALL, PIECE = range(3)  # sources of the tile set
FACINGS = ("down", "left", "right", "up")
LAYERS = (("Floor", -4), ("Shades", -3), ("Rugs", -3), ("Walls", -2), ("Hangings", -1), ("Furniture", 0),
    ("Chairs", 0))


def write_tile_set(pieces):
    out = ['[gd_resource type="TileSet" format=3]', ""]
    for number, name in enumerate(("floors", "walls", "furniture")):
        out.append(f'[ext_resource type="Texture2D" path="res://art/{name}.png" id="{number}"]')
    tiles = {FLOOR: {}, WALL: {}, PIECE: {}}
    for column in range(len(FLOORS)):
        tiles[FLOOR][column, 0] = ["custom_data_0 = true"]
    for column in range(16):
        tiles[WALL][column, 0] = []
        if column < len(FACES):
            tiles[WALL][column, 1] = []
    for piece in pieces.values():
        for dy in range(piece.tall):
            for dx in range(piece.wide):
                if is_empty(piece, dx, dy):
                    continue
                lines = [] if dy >= piece.tall - piece.solid else ["custom_data_0 = true"]
                origin = (piece.tall - 1 - dy) * TILE + piece.nudge
                if origin:
                    lines.append(f"y_sort_origin = {origin}")
                tiles[PIECE][piece.column + dx, piece.row + dy] = lines
    for source, placed in tiles.items():
        out += ["", f'[sub_resource type="TileSetAtlasSource" id="source_{source}"]',
            f'texture = ExtResource("{source}")']
        for (column, row), lines in sorted(placed.items()):
            out.append(f"{column}:{row}/0 = 0")
            out += [f"{column}:{row}/0/{line}" for line in lines]
    out += ["", "[resource]", 'custom_data_layer_0/name = "walkable"', "custom_data_layer_0/type = 1"]
    out += [f'sources/{source} = SubResource("source_{source}")' for source in tiles]
    (OFFICE / "office_tiles.tres").write_text("\n".join(out) + "\n")


class Layer(dict):
    """Cells of a layer: (column, row) → (source, column and row in its picture)."""

    def data(self):
        raw = struct.pack("<H", 0)
        for (x, y), (source, column, row) in sorted(self.items()):
            raw += struct.pack("<hhHHHH", x, y, source, column, row, 0)
        return base64.b64encode(raw).decode()

    def piece(self, piece, left, foot):
        for dy in range(piece.tall):
            for dx in range(piece.wide):
                if not is_empty(piece, dx, dy):
                    cell = left + dx, foot - piece.tall + 1 + dy
                    self[cell] = PIECE, piece.column + dx, piece.row + dy


def lay_floor(layer):
    chance = random.Random(3)
    for name, left, top, wide, tall in plan.FLOORS:
        choices = [number for number, floor in enumerate(FLOORS) if floor.startswith(name + "_")]
        choices = choices or [FLOORS.index(name)]
        if name == "carpet":
            choices.remove(FLOORS.index("carpet_edge"))
        for y in range(top, top + tall):
            for x in range(left, left + wide):
                layer[x, y] = FLOOR, chance.choice(choices), 0


def lay_walls(layer, shades):
    tops = {(x, y) for left, top, wide, tall in plan.TOPS
        for x in range(left, left + wide) for y in range(top, top + tall)}
    for x, y in tops:
        neighbours = sum(bit for bit, near in ((UP, (x, y - 1)), (RIGHT, (x + 1, y)), (DOWN, (x, y + 1)),
            (LEFT, (x - 1, y))) if near in tops)
        layer[x, y] = WALL, neighbours, 0
    for left, top, wide in plan.FACES:
        for x in range(left, left + wide):
            ends = "both" if wide == 1 else "left" if x == left else "right" if x == left + wide - 1 else ""
            for half, name in enumerate(("face_high", "face_low")):
                tile = f"{name}_{ends}" if ends else name
                layer[x, top + half] = WALL, FACES.index(tile), 1
            shades[x, top + 2] = WALL, FACES.index("shade"), 1
    for x, first, last in ((1, 3, 13), (18, 3, 6)):
        for y in range(first, last + 1):
            shades[x, y] = WALL, FACES.index("shade_corner" if y == 3 else "shade_left"), 1


def lay_layers(pieces):
    layers = {name: Layer() for name, _ in LAYERS}
    lay_floor(layers["Floor"])
    lay_walls(layers["Walls"], layers["Shades"])
    for half in range(2):
        layers["Rugs"][plan.MAT[0] + half, plan.MAT[1]] = FLOOR, FLOORS.index("mat_left") + half, 0
    for layer, placed in (("Rugs", plan.RUGS), ("Hangings", plan.HANGINGS), ("Furniture", plan.FURNITURE)):
        for name, left, foot in placed:
            layers[layer].piece(pieces[name], left, foot)
    for _, name, column, row, _, _ in plan.SEATS:
        layers["Chairs"].piece(pieces[name], column, row)
    for left, top, wide, tall in plan.SOLID_WALLS:
        for x in range(left, left + wide):
            for y in range(top, top + tall):
                layers["Floor"].pop((x, y), None)
    return layers


def layer_nodes(layers):
    for name, z in LAYERS:
        yield f'\n[node name="{name}" type="TileMapLayer" parent="."]'
        if z:
            yield f"z_index = {z}"
        else:
            yield "y_sort_enabled = true"
        yield f'tile_map_data = PackedByteArray("{layers[name].data()}")'
        yield 'tile_set = ExtResource("tiles")'


def place_nodes():
    yield '\n[node name="Windows" type="Node2D" parent="."]'
    yield "z_index = -1"
    for number, (column, row) in enumerate(plan.WINDOWS):
        yield f'\n[node name="Window{number + 1}" parent="Windows" instance=ExtResource("window")]'
        yield f"position = Vector2({column * TILE}, {row * TILE})"
    yield '\n[node name="Seats" type="Node2D" parent="."]'
    for name, _, column, row, facing, table in plan.SEATS:
        yield f'\n[node name="{name}" type="Marker2D" parent="Seats"]'
        yield f"position = Vector2({column * TILE + TILE // 2}, {row * TILE + TILE // 2})"
        yield 'script = ExtResource("seat")'
        if facing != "down":
            yield f"facing = {FACINGS.index(facing)}"
        if table:
            yield f'table = "{table}"'
    yield '\n[node name="Screens" type="Node2D" parent="."]'
    yield "y_sort_enabled = true"
    for scene, screens in (("screen", plan.SCREENS), ("screen_back", plan.BACK_SCREENS)):
        for seat, x, y, row in screens:
            stand = row * TILE + TILE // 2 + 1
            yield f'\n[node name="{seat}" parent="Screens" instance=ExtResource("{scene}")]'
            yield f"position = Vector2({x}, {stand})"
            yield f"offset = Vector2(0, {y - stand})"
    width, height = plan.SIZE
    yield '\n[node name="Lamps" type="Control" parent="."]'
    yield "clip_contents = true"
    yield f"offset_left = {TILE}.0\noffset_top = {TILE}.0"
    yield f"offset_right = {(width - 1) * TILE}.0\noffset_bottom = {(height - 1) * TILE}.0"
    yield "mouse_filter = 2"
    for name, x, y, reach in plan.LAMPS:
        yield f'\n[node name="{name}" parent="Lamps" instance=ExtResource("lamp")]'
        yield f"position = Vector2({x - TILE}, {y - TILE})"
        if reach != 1.0:
            yield f"scale = Vector2({reach}, {reach})"


def write_rooms(pieces):
    out = ['[gd_scene format=3]', "", '[ext_resource type="TileSet" path="res://office/office_tiles.tres" id="tiles"]',
        '[ext_resource type="Script" path="res://office/seat.gd" id="seat"]']
    for name in ("window", "screen", "screen_back", "lamp"):
        out.append(f'[ext_resource type="PackedScene" path="res://office/{name}.tscn" id="{name}"]')
    out += ["", '[node name="Rooms" type="Node2D"]', "y_sort_enabled = true"]
    out += layer_nodes(lay_layers(pieces))
    out += place_nodes()
    (OFFICE / "rooms.tscn").write_text("\n".join(out) + "\n")
