"""The measures by their names, in the order of the table."""

from boards import web
from browsers import browsers
from calls import command, get
from crowded_club import club
from crowds import crowd, vanish
from history import history, long_match
from horn import sound
from life import size, start
from neighbours import neighbours
from running import running
from trouble import trouble
from whole_process import language, status

ALL = {measure.__name__: measure
       for measure in (status, language, get, command, running, crowd, vanish, start, size, history,
                         long_match, trouble, neighbours, sound, web, browsers, club)}
