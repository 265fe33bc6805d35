"""A table's file to start from."""

from typing import Final

EXAMPLE: Final = """\
# A table of drawtable. Lines that begin with # are remarks; what is left out has the value shown here,
# and where it is about the game what is usual for that game: drawtable rules GAME tells it.

[table]
site = "home"                # a-z, 0-9 and -
room = "main"
name = "table-1"
seats = 2

[game]
id = "jacks-or-better"       # see: drawtable games
profile = "casino-classic"   # casino-classic, home, wsop-2024, roberts
# draws = 2                  # 1 to 3, where it is not the game's own number
# four_before = true         # four cards before the draw
betting = "limit"            # limit, spread_limit, pot_limit, no_limit
limits = [2, 4]              # one figure for each betting round, the last for all that follow
ante = 1
# blinds = [0, 5, 10]        # button, one left, two left; with blinds alone there is no ante

[rules]                      # switches over the profile: docs/switches.md has them all, with their values
# max_raises = 4

[[player]]                   # who sits there when the table opens
seat = 1
name = "Ann"
stack = 200

[[player]]
seat = 2
name = "Bob"
stack = 200

# [shuffler]                 # without one the dealer deals by hand and confirms with his box
# device_path = "/dev/drawtable/shuffler"

[[button_box]]               # one box for the dealer, or one for each seat: role = "seat", seat = 1
device_path = "/dev/drawtable/box"
role = "dealer"

[[camera]]                   # roles: shoe, tray, overhead (with seat = 1 for a camera over one seat)
role = "overhead"
source = "camera:0"          # or its stable name (drawtable vision cameras), rtsp://…, a video file
# width_px = 1920            # what the camera shall do, where it can; run --check says what it does
# height_px = 1080
# fps = 30
# exposure_us = 2000         # a fixed exposure; without it the camera chooses
# calibration = "overhead.json"            # what `drawtable vision calibrate` measured of this camera

[vision]
evidence_days = 30           # pictures of the cards that were read, sealed beside the log; 0 keeps none
# deck = "house.deck.npz"    # what `drawtable vision enrol` learnt of the deck in use

[broker]
# url = "mqtt://user:password@host:1883"   # without one a broker is started on this computer

[log]
dir = "var/drawtable"
keep_days = 1825

[dashboard]
host = "127.0.0.1"
port = 8080                  # 0 takes any free port
# origins = ["https://cards.example"]      # where a proxy shows the page
# live_view = "live.token"   # the cameras' live view, for who has the link that is printed, or this file's token
"""
