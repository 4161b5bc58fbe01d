"""The table of pictures, in feed order: the strongest first, subjects and formats mixed."""

from dataclasses import dataclass, field
from typing import Callable

import balloons
import cards
import creatures
import fractals
import landscapes
import nature
import patterns
import scenes
import space
import still_lifes
import terrain
from summaries import SUMMARIES


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

    @property
    def summary(self):
        """One or two sentences on the picture."""
        return SUMMARIES[self.file.split(".")[0]]


def baseline(file, title, function, width, height, scale=2, **options):
    return Picture(file + ".jpg", title, function, width, height, scale, "jpeg", options)


def progressive(file, title, function, width, height, scale=2, **options):
    return baseline(file, title, function, width, height, scale, progressive=True, **options)


def png(file, title, function, width, height, scale=2, **options):
    return Picture(file + ".png", title, function, width, height, scale, "png", options)


PICTURES = [
    baseline("aurora-over-the-fjord", "Aurora over the fjord", landscapes.aurora, 1600, 1000),
    progressive("glass-gold-and-clay", "Glass, gold and clay", still_lifes.glass_gold_clay, 1200, 800, 1),
    baseline("seven-balloons", "Seven balloons in the morning", balloons.balloons, 1260, 900),
    png("butterfly", "Butterfly", creatures.butterfly, 810, 720, colors=256),
    baseline("seven-ridges-at-dawn", "Seven ridges at dawn", landscapes.dawn_ridges, 1600, 1000),
    baseline("koi-among-the-lilies", "Koi among the lilies", creatures.koi_pond, 1200, 900),
    progressive("tulips-and-a-windmill", "Tulips and a windmill", terrain.tulip_field, 1080, 720, quality=80),
    baseline("lighthouse-at-dusk", "Lighthouse at dusk", scenes.lighthouse, 800, 1000, orientation=6),
    baseline(
        "islands-in-a-turquoise-sea", "Islands in a turquoise sea", terrain.tropical_islands, 1280, 800, 1, quality=80
    ),
    png("ringed-planet-cut-out", "A ringed planet, cut out", space.planet_cutout, 840, 560, colors=256),
    baseline("bowl-of-fruit", "Bowl of fruit", still_lifes.fruit_bowl, 1000, 750, 1),
    progressive("seahorse-valley", "Seahorse valley", fractals.seahorse_valley, 960, 600, quality=80),
    baseline("moonlit-sea", "Moonlit sea", landscapes.moonlit_sea, 1500, 1000),
    baseline("sunflower", "Sunflower", nature.sunflower, 900, 900),
    baseline("into-the-deep", "Into the deep", creatures.into_the_deep, 640, 1920),
    progressive("neon-drive", "Neon drive", scenes.neon_drive, 1280, 800),
    baseline("misty-spruce-forest", "Misty spruce forest", landscapes.misty_forest, 1000, 1400),
    png("truchet-ribbons", "Truchet's ribbons", patterns.truchet, 1080, 720, colors=32),
    baseline("eruption", "Eruption at night", scenes.volcano, 1200, 900, orientation=3),
    progressive("blossom-on-the-hill", "Blossom on the hill", fractals.blossom_tree, 1080, 900),
    baseline("alpine-lake", "Alpine lake", terrain.alpine_lake, 1440, 900, 1),
    baseline("city-at-dusk", "City at dusk", scenes.skyline, 1400, 900),
    png("balloon-cut-out", "A balloon, cut out", balloons.balloon_cutout, 640, 800, colors=256),
    progressive("rose-nebula", "Rose nebula", space.nebula, 1200, 800),
    baseline("cat-before-the-moon", "Cat before the moon", creatures.roof_cat, 800, 1000),
    baseline("marbles-in-the-sun", "Marbles in the sun", still_lifes.marbles, 960, 640, 1),
    progressive(
        "chain-of-mountains", "A chain of mountains at sunset", terrain.mountain_panorama, 1998, 666, quality=80
    ),
    baseline("stained-glass-meadow", "Stained-glass meadow", patterns.stained_meadow, 1080, 810),
    png("colour-bars", "Colour bars, wedges and circle", cards.colour_bars, 1200, 800, 1),
    baseline("towards-sunset", "Towards sunset", landscapes.islands_at_sunset, 1600, 900),
    baseline("cabin-in-the-snow", "Cabin in the snow", landscapes.winter_night, 1200, 900),
    progressive("burning-ship", "Burning ship", fractals.burning_ship, 900, 640, quality=80),
    png("autumn-leaf", "Autumn leaf", nature.autumn_leaf, 720, 720, colors=256),
    baseline("earthrise", "Earthrise", space.earthrise, 1200, 800, quality=80),
    baseline("dunes-before-evening", "Dunes before evening", terrain.desert_dunes, 1440, 900),
    baseline("flowing-ink", "Flowing ink", patterns.flowing_ink, 960, 720, quality=80),
    baseline("chrome-cluster", "Chrome cluster at sunset", still_lifes.mirror_cluster, 960, 640, 1),
    png("swelling-squares", "Swelling squares", patterns.bulge, 800, 800, gray=True),
    progressive("barnsley-fern", "Barnsley's fern", fractals.barnsley_fern, 700, 1000),
    baseline("red-canyon", "Red canyon", terrain.red_canyon, 1120, 800, 1, quality=80),
    baseline("julia-dragons", "Julia dragons", fractals.julia_dragons, 900, 680, quality=80),
    png("gem", "Emerald", nature.gem, 720, 720, colors=256),
    baseline("tower-of-blocks", "Tower of blocks", still_lifes.cubes, 720, 960, 1),
    baseline("spiral-galaxy", "Spiral galaxy", space.spiral_galaxy, 1200, 800, quality=80),
    progressive("paper-sunset", "Paper sunset", patterns.paper_cut, 1080, 900, 1),
    baseline("lightning-over-the-plain", "Lightning over the plain", scenes.storm, 1350, 900),
    png("composition-in-squares", "Composition with red, blue and yellow", patterns.squares, 900, 800, 1),
    baseline("pawns", "Pawns", still_lifes.pawns, 800, 800, 1),
    baseline("half-moon", "Half moon", space.moon, 840, 840, gray=True, quality=80),
    png("snowflake", "Snowflake", nature.snowflake, 640, 640),
    progressive("ringed-planet", "The ringed planet", space.ringed_planet, 1200, 800),
    baseline("rose-window", "Rose window", patterns.rose_window, 840, 840),
    baseline("newton-basins", "Five basins of Newton", fractals.newton_basins, 800, 800),
    png("spirograph", "Spirograph", patterns.spirograph, 800, 800, colors=48),
    progressive("total-eclipse", "Total eclipse", space.eclipse, 900, 900),
    baseline("silk-attractor", "Silk", fractals.silk, 1200, 900, 1),
    baseline("seven-waves", "Seven waves", patterns.quasicrystal, 800, 800, quality=80),
    baseline("mandelbrot", "Mandelbrot's set", fractals.whole_mandelbrot, 900, 700),
    baseline("rings-on-the-pond", "Rings on the pond", patterns.interference, 1080, 720),
    Picture("gamma-chart.png", "Ramps and gamma, 16 bits", cards.gamma_chart, 960, 640, 1, "png16"),
    png("reading-chart", "Reading chart", cards.reading_chart, 1200, 800, colors=16),
    png("alpha-chart", "Six ways to be transparent", cards.alpha_chart, 960, 640),
]
