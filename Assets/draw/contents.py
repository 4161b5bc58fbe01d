"""The table of pictures, in feed order: the strongest first, subjects and formats mixed."""

from dataclasses import dataclass, field
from typing import Callable

import fractals
import landscapes
import space
import still_lifes
import terrain


@dataclass
class Picture:
    """One row: width and height are what a viewer shows, `scale` is how much larger it is drawn."""

    file: str
    title: str
    function: Callable
    width: int
    height: int
    scale: int = 2
    kind: str = "jpeg"
    options: dict = field(default_factory=dict)


def baseline(file, title, function, width, height, scale=2, **options):
    return Picture(file + ".jpg", title, function, width, height, scale, "jpeg", options)


def progressive(file, title, function, width, height, scale=2, **options):
    return baseline(file, title, function, width, height, scale, progressive=True, **options)


def png(file, title, function, width, height, scale=2, **options):
    return Picture(file + ".png", title, function, width, height, scale, "png", options)


PICTURES = [
    baseline("aurora-over-the-fjord", "Aurora over the fjord", landscapes.aurora, 1600, 1000),
    progressive("glass-gold-and-clay", "Glass, gold and clay", still_lifes.glass_gold_clay, 1200, 800, 1),
    baseline("tulips-and-a-windmill", "Tulips and a windmill", terrain.tulip_field, 1200, 800),
    baseline("seven-ridges-at-dawn", "Seven ridges at dawn", landscapes.dawn_ridges, 1600, 1000),
    png("ringed-planet-cut-out", "A ringed planet, cut out", space.planet_cutout, 900, 600),
    progressive("blossom-on-the-hill", "Blossom on the hill", fractals.blossom_tree, 1080, 900),
    baseline("islands-in-a-turquoise-sea", "Islands in a turquoise sea", terrain.tropical_islands, 1440, 900, 1),
    baseline("bowl-of-fruit", "Bowl of fruit", still_lifes.fruit_bowl, 1000, 750, 1),
    progressive("seahorse-valley", "Seahorse valley", fractals.seahorse_valley, 1200, 750),
    baseline("moonlit-sea", "Moonlit sea", landscapes.moonlit_sea, 1500, 1000),
    baseline("misty-spruce-forest", "Misty spruce forest", landscapes.misty_forest, 1000, 1400),
    progressive("rose-nebula", "Rose nebula", space.nebula, 1200, 800),
    baseline("alpine-lake", "Alpine lake", terrain.alpine_lake, 1440, 900, 1),
    baseline("towards-sunset", "Towards sunset", landscapes.islands_at_sunset, 1600, 900),
    baseline("marbles-in-the-sun", "Marbles in the sun", still_lifes.marbles, 960, 640, 1),
    progressive("chain-of-mountains", "A chain of mountains at sunset", terrain.mountain_panorama, 1998, 666),
    baseline("cabin-in-the-snow", "Cabin in the snow", landscapes.winter_night, 1200, 900),
    baseline("earthrise", "Earthrise", space.earthrise, 1200, 800),
    progressive("burning-ship", "Burning ship", fractals.burning_ship, 900, 640),
    baseline("red-canyon", "Red canyon", terrain.red_canyon, 1120, 800, 1),
    baseline("dunes-before-evening", "Dunes before evening", terrain.desert_dunes, 1440, 900),
    baseline("julia-dragons", "Julia dragons", fractals.julia_dragons, 900, 680),
    baseline("chrome-cluster", "Chrome cluster at sunset", still_lifes.mirror_cluster, 960, 640, 1),
    progressive("barnsley-fern", "Barnsley's fern", fractals.barnsley_fern, 700, 1000),
    baseline("lightning-over-the-plain", "Lightning over the plain", landscapes.storm, 1350, 900),
    baseline("tower-of-blocks", "Tower of blocks", still_lifes.cubes, 720, 960, 1),
    progressive("ringed-planet", "The ringed planet", space.ringed_planet, 1200, 800),
    baseline("half-moon", "Half moon", space.moon, 900, 900, gray=True),
    baseline("newton-basins", "Five basins of Newton", fractals.newton_basins, 800, 800),
    baseline("pawns", "Pawns", still_lifes.pawns, 800, 800, 1),
    progressive("total-eclipse", "Total eclipse", space.eclipse, 900, 900),
    baseline("silk-attractor", "Silk", fractals.silk, 1200, 900, 1),
    baseline("spiral-galaxy", "Spiral galaxy", space.spiral_galaxy, 1200, 800),
    baseline("mandelbrot", "Mandelbrot's set", fractals.whole_mandelbrot, 900, 700),
]
